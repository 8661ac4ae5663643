/**
 * Data directories of commands with an embedded database: full, read-only, and used twice; and files that unpack too
 * far.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { library, movie, uuidOf } from '../../support/catalog/catalog';
import { eventually } from '../../support/eventually';
import { findFreePort } from '../../support/network/free-port';
import type { FaultKind } from '../fault-kind';
import type { FaultWorld } from '../fault-world';
import { fillDisk, mountLimited, remount, resize, unmount } from '../limited-disk';
import { logIn, senderOf } from '../sender';
import { ServerProcess } from '../server-process';
import { requireEnd, startCommand } from './processes';
import { needsDisk } from './resources';

/** Bytes that a full disk leaves to an embedded database, so that it starts and the import fails in the middle. */
const LEFT_BYTES = 6 * 1_048_576;
const FILMS_OF_IMPORT = 6_000;
/** A new data directory takes some 60 MB. */
const CREATED_MAX_MB = 70;
const ARTIFACT_BYTES = 20_000;
const ARTIFACTS_MAX = 2_000;
const PATIENCE_MS = 10_000;
const RECOVERY_MAX_MS = 60_000;

/** Runs `work` with a directory on a separate disk, or in the usual folder, and removes it. */
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

/** Settings that make a program start an embedded database in the directory. */
const embeddedIn = (directory: string): Record<string, string> => ({
  DATABASE_URL: '',
  EMBEDDED_DATABASE: '1',
  DATA_DIRECTORY: join(directory, 'data'),
});

/** Starts a command with an embedded database in the directory. */
const startEmbedded = (world: FaultWorld, directory: string, ...args: string[]): ChildProcess =>
  startCommand(world, args, embeddedIn(directory));

/** Waits until a command has failed. Throws unless it prints a reason. */
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

/** Creates a data directory on a disk that is too small, and again when the disk has space. */
async function createTwice(world: FaultWorld, directory: string, mayFit: boolean): Promise<void> {
  const child = startEmbedded(world, directory, 'libraries', 'list');
  if (mayFit) await requireEnd(child, 0, 1);
  else await requireFailure(child);
  const left = readdirSync(join(directory, 'data'), { recursive: true, encoding: 'utf8' });
  const drafts = left.filter((path) => /\.\d+\.[0-9a-f]{12}$|initializing-/.test(path));
  if (drafts.length > 0) throw new Error(`The command left ${drafts.join(', ')}.`);
  resize(directory, '300m');
  await requireEnd(startEmbedded(world, directory, 'libraries', 'list'), 0);
}

/** Writes artifacts until the disk has no space for another one. With space again, the same server stores them. */
async function fillWithArtifacts(world: FaultWorld, directory: string): Promise<void> {
  await requireEnd(startEmbedded(world, directory, 'libraries', 'list'), 0);
  const env = { ...world.environment(), ...embeddedIn(directory) };
  const server = new ServerProcess(world.program, await findFreePort(), env);
  await server.start();
  await storeUntilFull(server, directory).finally(() => server.end('SIGTERM'));
  if (server.lastEnd !== 0) throw new Error(`The server ended with ${server.lastEnd}: ${server.output.slice(-2_000)}`);
}

async function storeUntilFull({ url }: ServerProcess, directory: string): Promise<void> {
  const send = senderOf(url, await logIn(url), PATIENCE_MS);
  const pathOf = (place: number): string => `/intelligence/artifacts/${uuidOf(`artifact ${place}`)}`;
  const isStored = async (place: number): Promise<boolean> => {
    const content = { text: randomBytes(ARTIFACT_BYTES).toString('hex') };
    const answer = await send('PUT', pathOf(place), { kind: 'summary', scope: 'user', title: 'Long', content });
    if (answer?.status === 500) throw new Error('A full disk was answered with 500.');
    return answer !== null && answer.status < 300;
  };
  const free = fillDisk(directory);
  let stored = 0;
  while (stored < ARTIFACTS_MAX && (await isStored(stored))) stored += 1;
  free();
  if (stored === ARTIFACTS_MAX) throw new Error('The disk was not full.');
  await eventually(() => isStored(stored), RECOVERY_MAX_MS);
  for (let place = 0; place <= stored; place += 1) {
    const answer = await send('GET', pathOf(place), '');
    if (answer?.status !== 200) throw new Error(`lost: artifact ${place} of ${stored}`);
  }
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
    ...inDirectory('24m', (world, directory) => createTwice(world, directory, false)),
  },
  {
    name: 'a disk that becomes full while a data directory is created',
    ...inDirectory('1m', (world, directory) => {
      resize(directory, `${1 + Math.floor(Math.random() * CREATED_MAX_MB)}m`);
      return createTwice(world, directory, true);
    }),
  },
  {
    name: 'a full disk of the data directory while artifacts are written',
    ...inDirectory('300m', fillWithArtifacts),
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
