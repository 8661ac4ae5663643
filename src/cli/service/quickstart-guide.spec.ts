import { renderQuickstartGuide } from './quickstart-guide';

const facts = {
  url: 'http://127.0.0.1:65535',
  admin: { username: 'admin', password: 'x'.repeat(20) },
  viewers: { usernames: ['ada', 'ben'], password: 'y'.repeat(20) },
  title: 'A Trip to the Moon',
};

describe('the guide of the quick start', () => {
  it.each([
    ['as usual', facts],
    ['with many users', { ...facts, viewers: { ...facts.viewers, usernames: Array(12).fill('viewer-name') } }],
  ])('fits a screen of 80 columns and 24 lines %s', (_how, quickstart) => {
    const lines = renderQuickstartGuide(quickstart).split('\n');
    // The other four lines of the screen are for what npm and the import print before the guide.
    expect(lines.length).toBeLessThanOrEqual(20);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('has no line about users if the sample has no users', () => {
    const guide = renderQuickstartGuide({ ...facts, viewers: { usernames: [], password: 'y' } });
    expect(guide).not.toMatch(/Users|Their password/);
    expect(guide).toContain('Administrator: admin, password xxxxxxxxxxxxxxxxxxxx');
  });
});
