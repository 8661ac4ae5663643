import fc from 'fast-check';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutPrivileges } from '../../../test/support/without-privileges';
import { OperatorError } from '../problems/operator-error';
import { loadEnvFile } from './env-file';
import { renderEnvExample } from './env-example';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'env-file-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Loads a file with this text and returns the environment. */
function read(text: string, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  writeFileSync(join(directory, '.env'), text);
  loadEnvFile(directory, env);
  return env;
}

/** Calls `prepare` and returns the message with which `loadEnvFile` refuses the file. */
function refusalOf(prepare: () => void): string {
  prepare();
  try {
    loadEnvFile(directory, {});
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError);
    return (error as Error).message;
  }
  return 'not refused';
}

describe('loadEnvFile', () => {
  it('ignores a missing file', () => {
    const env = {};
    loadEnvFile(directory, env);
    expect(env).toEqual({});
  });

  it('reads plain, quoted and multi-line values, comments and empty lines', () => {
    const text = [
      '# a comment with = and "',
      '',
      'PLAIN = some words # a comment',
      '  # an indented comment',
      ' export NAMED=1',
      '  ',
      'AFTER_SPACES="one\\ntwo"',
      'export CLEARED=',
      'EMPTY=',
      'NOTED= # a comment',
      `SINGLE='{"a": "#b"}' # a comment`,
      'DOUBLE="one',
      'two"',
      'LAST=`back`',
    ].join('\n');
    expect(read(text)).toEqual({
      PLAIN: 'some words',
      NAMED: '1',
      AFTER_SPACES: 'one\ntwo',
      CLEARED: '',
      EMPTY: '',
      NOTED: '',
      SINGLE: '{"a": "#b"}',
      DOUBLE: 'one\ntwo',
      LAST: 'back',
    });
    expect(read('A=1\r\n\r\nB=2\r\n')).toEqual({ A: '1', B: '2' });
    expect(read('A=1\nA=2 \t\n')).toEqual({ A: '2' });
  });

  it('does not change variables that are already set, even to an empty value', () => {
    expect(read('A=file\nB=file\nC=file\n', { A: 'given', B: '' })).toEqual({ A: 'given', B: '', C: 'file' });
  });

  it('accepts the generated .env.example', () => {
    expect(read(renderEnvExample())).toEqual({});
    expect(read(renderEnvExample().replace(/^# (?=[A-Z_]+=)/gm, ''))).toMatchObject({ PORT: '3000' });
  });

  it.each([
    ['a line without an assignment', 'A=1\nsecret words\n', 2],
    ['an invalid name', '1A=secret\n', 1],
    ['a missing name', 'A=1\n=secret\n', 2],
    ['an unterminated quotation', 'A=1\n\nB="secret\nC=2\n', 3],
    ['text after a quotation', `A='secret' B\n`, 1],
    ['a tab', '\tA=secret\n', 1],
    ['binary data', 'A=1\n\0\n', 2],
  ])('refuses %s and reports the number of the line but not its content', (_what, text, line) => {
    const refusal = refusalOf(() => writeFileSync(join(directory, '.env'), text));
    expect(refusal).toBe(`${join(directory, '.env')}, line ${line}: write NAME=value, or # before a comment.`);
  });

  it('sets only valid variable names, for any text', () => {
    const part = fc.constantFrom(
      'A',
      'B1',
      '_c',
      '=',
      ' ',
      '\t',
      '\n',
      '\r\n',
      '"',
      "'",
      '`',
      '#',
      'export ',
      '1',
      '\\',
      'é',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const env: NodeJS.ProcessEnv = {};
        try {
          read(parts.join(''), env);
        } catch (error) {
          expect(error).toBeInstanceOf(OperatorError);
        }
        expect(Object.keys(env).filter((name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('reports why the file cannot be read', async () => {
    const path = join(directory, '.env');
    expect(refusalOf(() => mkdirSync(path))).toMatch(/\.env cannot be read \(EISDIR\): make it a file/);
    rmSync(path, { recursive: true });
    writeFileSync(path, 'A=1');
    chmodSync(path, 0o000);
    chmodSync(directory, 0o711);
    expect(await withoutPrivileges(() => refusalOf(() => undefined))).toContain('(EACCES)');
  });

  it.each([
    ['blanks', (length: number) => `A=${' '.repeat(length)}"`],
    ['comment signs', (length: number) => `A='b'${'#'.repeat(length)}\n"`],
    ['letters of a name', (length: number) => `${'A'.repeat(length)}\n`],
    ['quotation marks', (length: number) => `A=${'"'.repeat(length)}`],
  ])('takes less than two seconds for a text of 200,000 %s', (_what, text) => {
    const length = 200_000;
    const started = performance.now();
    refusalOf(() => writeFileSync(join(directory, '.env'), text(length)));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
