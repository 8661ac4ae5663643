import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CliError } from '../cli-error';

/** Reads one line of standard input. On a terminal, prompts for the password and does not show what is typed. */
export async function readPassword(): Promise<string> {
  const { isTTY } = process.stdin;
  if (isTTY) process.stderr.write('Password: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTTY });
  try {
    for await (const line of lines) return line;
    throw new CliError('There is no password on standard input.');
  } finally {
    lines.close();
    if (isTTY) process.stderr.write('\n');
  }
}
