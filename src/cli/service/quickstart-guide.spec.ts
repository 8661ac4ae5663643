import { execFileSync } from 'node:child_process';
import { renderQuickstartGuide } from './quickstart-guide';

const facts = {
  url: 'http://127.0.0.1:65535',
  admin: { username: 'admin', password: 'x'.repeat(20) },
  viewers: { usernames: ['ada', 'ben'], password: 'y'.repeat(20) },
  title: 'A Trip to the Moon',
};

describe('the guide of the quick start', () => {
  it.each([
    ['by default', facts],
    ['with a changed administrator', { ...facts, admin: { ...facts.admin, password: null } }],
    ['with many users', { ...facts, viewers: { ...facts.viewers, usernames: Array(12).fill('viewer-name') } }],
  ])('fits a screen of 80 columns and 24 lines %s', (_how, quickstart) => {
    const lines = renderQuickstartGuide(quickstart).split('\n');
    // The other four lines of the screen are for what npm and the import print before the guide.
    expect(lines.length).toBeLessThanOrEqual(20);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('has commands that do not depend on word splitting, which zsh does not do', () => {
    const lines = renderQuickstartGuide(facts).split('\n');
    const from = lines.findIndex((line) => line.startsWith('try_mcp() {'));
    const commands = lines.slice(from, lines.indexOf('', from));
    // Without separators, `sh` does not split words either. The function prints the arguments in place of the program.
    const script = [`IFS=''; npx() { printf '%s|' "$@"; echo; }; API=http://host/api/v1 TOKEN=secret`, ...commands];
    const prefix =
      '--no-engine-strict|-y|@modelcontextprotocol/inspector@2|--cli|http://host/mcp|--header|Authorization: Bearer secret|';
    expect(execFileSync('sh', ['-c', script.join('\n')], { encoding: 'utf8' })).toBe(
      ['tools/list|', 'tools/call|--tool-name|library_overview|'].map((call) => `${prefix}--method|${call}\n`).join(''),
    );
  });

  it('defines no function whose name is as short as that of an alias', () => {
    const names = Array.from(renderQuickstartGuide(facts).matchAll(/(\w+) ?\(\) \{/g), ([, name = '']) => name);
    expect(names).not.toEqual([]);
    expect(names.filter((name) => name.length < 6)).toEqual([]);
  });

  it('asks for a name and a password if the account of the administrator was changed', () => {
    const guide = renderQuickstartGuide({ ...facts, admin: { ...facts.admin, password: null } });
    expect(guide).toContain('\nThe account admin was changed: replace NAME and PASSWORD below');
    expect(guide).toContain('{"username":"NAME","password":"PASSWORD"}');
    expect(guide).not.toMatch(/null|Administrator/);
  });

  it('has no line about users if no user has the common password', () => {
    const guide = renderQuickstartGuide({ ...facts, viewers: { usernames: [], password: 'y' } });
    expect(guide).not.toMatch(/Users|Their password/);
    expect(guide).toContain('Administrator: admin, password xxxxxxxxxxxxxxxxxxxx');
  });
});
