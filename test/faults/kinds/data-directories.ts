/** Data directories of commands with an embedded database: full, read-only, and used twice; and files that unpack too far. */
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { library, movie } from '../../support/catalog';
import type { FaultKind } from '../fault-kind';
import type { FaultWorld } from '../fault-world';
import { fillDisk, mountLimited, remount, unmount } from '../limited-disk';
import { requireEnd, startCommand } from './processes';
import { needsDisk } from './resources';

/** Bytes that a full disk leaves to an embedded database, so that it starts and the import fails in the middle. */
const LEFT_BYTES = 6 * 1_048_576;
const FILMS_OF_IMPORT = 6_000;

/** Runs `work` with a directory on a disk of its own, or in the usual folder, and removes it. */
async function withDirectory(size: string | null, work: (directory: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'intelligence-fault-data-'));
  chmodSync(directory, 0o755);
  try {
    if (size !== null) mountLimited(directory, size);
    await work(directory);
  } finally {
    if (size !== null) unmount(directory);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Starts a command with an embedded database in the directory. */
const startEmbedded = (world: FaultWorld, directory: string, ...args: string[]): ChildProcess =>
  startCommand(world, args, { DATABASE_URL: '', EMBEDDED_DATABASE: '1', DATA_DIRECTORY: join(directory, 'data') });

/** Waits for the end of a command that must tell the reason of its failure in words. */
async function requireFailure(child: ChildProcess): Promise<void> {
  const output = await requireEnd(child, 1);
  if (output === '' || /at .*\.js:\d+/.test(output)) throw new Error(`The command printed no reason: ${output}`);
}

const manyFilms = (): string =>
  [
    library('Many'),
    ...Array.from({ length: FILMS_OF_IMPORT }, (_, n) =>
      movie('Many', `Film ${n}`, { overview: 'A film. '.repeat(30) }),
    ),
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');

/** Starts an import of many films. */
function startImport(world: FaultWorld, directory: string): ChildProcess {
  const child = startEmbedded(world, directory, 'import', '-');
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(manyFilms());
  return child;
}

const inDirectory = (
  size: string | null,
  work: (world: FaultWorld, directory: string) => Promise<void>,
): Pick<FaultKind, 'inject' | 'isSlow' | 'absent'> => ({
  isSlow: true,
  ...(size === null ? {} : { absent: needsDisk }),
  inject: async (world) => {
    await withDirectory(size, (directory) => work(world, directory));
    return () => undefined;
  },
});

/** Faults of data directories and of files. */
export const DATA_DIRECTORY_KINDS: readonly FaultKind[] = [
  {
    name: 'a gzip bomb for an import by command',
    ...inDirectory(null, async (world, directory) => {
      const path = join(directory, 'bomb.gz');
      writeFileSync(path, gzipSync(Buffer.alloc(150 * 1_048_576, '\n')));
      await requireFailure(startCommand(world, ['import', path]));
    }),
  },
  {
    name: 'a read-only data directory',
    ...inDirectory('16m', async (world, directory) => {
      remount(directory, 'ro');
      await requireFailure(startEmbedded(world, directory, 'libraries', 'list'));
    }),
  },
  {
    name: 'a full disk of a new data directory',
    ...inDirectory('24m', (world, directory) => requireFailure(startEmbedded(world, directory, 'libraries', 'list'))),
  },
  {
    name: 'a full disk of the data directory during an import',
    ...inDirectory('600m', async (world, directory) => {
      await requireEnd(startEmbedded(world, directory, 'libraries', 'list'), 0);
      const free = fillDisk(directory, LEFT_BYTES);
      await requireFailure(startImport(world, directory));
      free();
      await requireEnd(startImport(world, directory), 0);
      await requireEnd(startEmbedded(world, directory, 'reconcile', '--check'), 0);
    }),
  },
  {
    name: 'two commands on one data directory',
    ...inDirectory(null, async (world, directory) => {
      const both = [0, 1].map(() => requireEnd(startEmbedded(world, directory, 'libraries', 'list'), 0));
      await Promise.all(both);
    }),
  },
];
