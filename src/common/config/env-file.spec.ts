import fc from 'fast-check';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../problems/operator-error';
import { loadEnvFile } from './env-file';
import { renderEnvExample } from './env-example';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'env-file-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** The environment after a file of that text was read. */
function read(text: string, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  writeFileSync(join(directory, '.env'), text);
  loadEnvFile(directory, env);
  return env;
}

/** Why a file is refused. */
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
  it('needs no file', () => {
    const env = {};
    loadEnvFile(directory, env);
    expect(env).toEqual({});
  });

  it('reads values plain, quoted and over many lines, comments and empty lines', () => {
    const text = [
      '# a comment with = and "',
      '',
      'PLAIN = some words # a comment',
      ' export NAMED=1',
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
      EMPTY: '',
      NOTED: '',
      SINGLE: '{"a": "#b"}',
      DOUBLE: 'one\ntwo',
      LAST: 'back',
    });
    expect(read('A=1\r\n\r\nB=2\r\n')).toEqual({ A: '1', B: '2' });
  });

  it('leaves what the environment has, even if that is empty', () => {
    expect(read('A=file\nB=file\nC=file\n', { A: 'given', B: '' })).toEqual({ A: 'given', B: '', C: 'file' });
  });

  it('takes the example of the project as it is', () => {
    expect(read(renderEnvExample())).toEqual({});
    expect(read(renderEnvExample().replace(/^# (?=[A-Z_]+=)/gm, ''))).toMatchObject({ PORT: '3000' });
  });

  it.each([
    ['words', 'A=1\nsecret words\n', 2],
    ['a name that is none', '1A=secret\n', 1],
    ['no name', 'A=1\n=secret\n', 2],
    ['a quotation without an end', 'A=1\n\nB="secret\nC=2\n', 3],
    ['something behind a quotation', `A='secret' B\n`, 1],
    ['a tab', '\tA=secret\n', 1],
    ['bytes that are no text', 'A=1\n\0\n', 2],
  ])('refuses %s by its line, and repeats nothing of it', (_what, text, line) => {
    const refusal = refusalOf(() => writeFileSync(join(directory, '.env'), text));
    expect(refusal).toBe(`${join(directory, '.env')}, line ${line}: write NAME=value, or # before a comment.`);
  });

  it('takes nothing but names and values out of any text', () => {
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

  it('says why it cannot be read', () => {
    expect(refusalOf(() => mkdirSync(join(directory, '.env')))).toMatch(
      /\.env cannot be read \(EISDIR\): make it a file/,
    );
    if (process.getuid?.() === 0) return;
    rmSync(join(directory, '.env'), { recursive: true });
    const closed = (): void => {
      writeFileSync(join(directory, '.env'), 'A=1');
      chmodSync(join(directory, '.env'), 0o000);
    };
    expect(refusalOf(closed)).toContain('(EACCES)');
  });

  it.each([
    ['blanks', (length: number) => `A=${' '.repeat(length)}"`],
    ['signs of comments', (length: number) => `A='b'${'#'.repeat(length)}\n"`],
    ['names', (length: number) => `${'A'.repeat(length)}\n`],
    ['quotations', (length: number) => `A=${'"'.repeat(length)}`],
  ])('takes no longer for each of many %s', (_what, text) => {
    const length = 200_000;
    const started = performance.now();
    refusalOf(() => writeFileSync(join(directory, '.env'), text(length)));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
