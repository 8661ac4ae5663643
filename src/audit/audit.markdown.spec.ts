import { renderVerification } from './audit.markdown';

const VERIFICATION = { run_id: '6f67297c-25c2-4681-af5a-fa0c65aee7aa', unbroken: true, first_broken: null, head: 'h' };

describe('a verified history as Markdown', () => {
  it('says whether the keyed hash confirms the head', () => {
    const render = (authentic: boolean): string => renderVerification({ ...VERIFICATION, authentic, records: 2 });
    expect(render(true)).toMatch('2 records; head h; head confirmed by its keyed hash');
    expect(render(false)).toMatch('2 records; head h; head denied by its keyed hash');
  });

  it('counts one record in the singular', () => {
    expect(renderVerification({ ...VERIFICATION, authentic: null, records: 1 })).toMatch('; 1 record; head h');
  });
});
