/** Faults of data directories with an embedded database, and of files that unpack to too many bytes. */
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
import type { TestedSystem } from '../tested-system';
import { fillDisk, makeReadOnly, mountLimited, resize, unmount } from '../limited-disk';
import { logIn, senderOf } from '../sender';
import { ServerProcess } from '../server-process';
import { requireExit, startCommand } from './processes';
import { whyNoSmallDisk } from './resources';

/** Free bytes of a full disk: enough for the start of an embedded database, but not for the whole import. */
const LEFT_BYTES = 6 * 1_048_576;
const FILMS_OF_IMPORT = 6_000;
/** Maximum size of the disk of a new data directory. The directory takes some 60 MB, so it may fit. */
const CREATED_MAX_MB = 70;
const ARTIFACT_BYTES = 20_000;
const ARTIFACTS_MAX = 2_000;
/** Time limit of a request. */
const PATIENCE_MS = 10_000;
const RECOVERY_MAX_MS = 60_000;

/** Runs `work` with a new directory, then removes it. With a `size`, the directory is a separate disk. */
async function withDirectory(size: string | null, work: (directory: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'intelligence-fault-data-'));
  chmodSync(directory, 0o755);
  try {
    if (size !== null && !mountLimited(directory, size)) throw new Error('The disk was not mounted.');
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

const startEmbedded = (system: TestedSystem, directory: string, ...args: string[]): ChildProcess =>
  startCommand(system, args, embeddedIn(directory));

/** Waits until a command has failed. Throws unless it prints a reason without a stack trace. */
async function requireFailure(child: ChildProcess): Promise<void> {
  const output = await requireExit(child, 1);
  if (output === '' || /at .*\.js:\d+/.test(output))
    throw new Error(`The command printed no reason, or a stack trace: ${output}`);
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

function startImport(system: TestedSystem, directory: string): ChildProcess {
  const child = startEmbedded(system, directory, 'import', '-');
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(manyFilms());
  return child;
}

/**
 * Creates a data directory on a small disk, and again when the disk has more space. The first attempt must fail, unless
 * `mayFit` is true.
 */
async function createTwice(system: TestedSystem, directory: string, mayFit: boolean): Promise<void> {
  const child = startEmbedded(system, directory, 'libraries', 'list');
  if (mayFit) await requireExit(child, 0, 1);
  else await requireFailure(child);
  const files = readdirSync(join(directory, 'data'), { recursive: true, encoding: 'utf8' });
  // Incomplete files and folders have such names.
  const drafts = files.filter((path) => /\.\d+\.[0-9a-f]{12}$|initializing-/.test(path));
  if (drafts.length > 0) throw new Error(`The command left ${drafts.join(', ')}.`);
  resize(directory, '300m');
  await requireExit(startEmbedded(system, directory, 'libraries', 'list'), 0);
}

/**
 * Writes artifacts until the disk has no space for another one. When the disk has space again, the same server must
 * store the refused artifact and still have all others.
 */
async function fillWithArtifacts(system: TestedSystem, directory: string): Promise<void> {
  await requireExit(startEmbedded(system, directory, 'libraries', 'list'), 0);
  const env = { ...system.environment(), ...embeddedIn(directory) };
  const server = new ServerProcess(system.program, await findFreePort(), env);
  await server.start();
  await storeUntilFull(server, directory).finally(() => server.end('SIGTERM'));
  if (server.lastEnd !== 0) throw new Error(`The server ended with ${server.lastEnd}: ${server.output.slice(-2_000)}`);
}

async function storeUntilFull({ url }: ServerProcess, directory: string): Promise<void> {
  const send = senderOf(url, await logIn(url), PATIENCE_MS);
  const pathOf = (index: number): string => `/intelligence/artifacts/${uuidOf(`artifact ${index}`)}`;
  const store = async (index: number): Promise<boolean> => {
    const content = { text: randomBytes(ARTIFACT_BYTES).toString('hex') };
    const answer = await send('PUT', pathOf(index), { kind: 'summary', scope: 'user', title: 'Long', content });
    if (answer?.status === 500) throw new Error('A full disk was answered with 500.');
    return answer !== null && answer.status < 300;
  };
  const freeDisk = fillDisk(directory);
  let storedCount = 0;
  while (storedCount < ARTIFACTS_MAX && (await store(storedCount))) storedCount += 1;
  freeDisk();
  if (storedCount === ARTIFACTS_MAX) throw new Error('The disk was not full.');
  await eventually(() => store(storedCount), RECOVERY_MAX_MS);
  for (let index = 0; index <= storedCount; index += 1) {
    const answer = await send('GET', pathOf(index), '');
    if (answer?.status !== 200) throw new Error(`lost: artifact ${index} of ${storedCount}`);
  }
}

/**
 * Returns members of a fault that takes place in a new directory and has ended when `inject` resolves. With a `size`,
 * the directory is a separate disk.
 */
const inDirectory = (
  size: string | null,
  work: (system: TestedSystem, directory: string) => Promise<void>,
): Pick<FaultKind, 'inject' | 'isSlow' | 'whyImpossible'> => ({
  isSlow: true,
  ...(size === null ? {} : { whyImpossible: whyNoSmallDisk }),
  inject: async (system) => {
    await withDirectory(size, (directory) => work(system, directory));
    return () => undefined;
  },
});

/** Faults of data directories and of files. */
export const DATA_DIRECTORY_KINDS: readonly FaultKind[] = [
  {
    name: 'a gzip bomb for an import by command',
    ...inDirectory(null, async (system, directory) => {
      const path = join(directory, 'bomb.gz');
      writeFileSync(path, gzipSync(Buffer.alloc(150 * 1_048_576, '\n')));
      await requireFailure(startCommand(system, ['import', path]));
    }),
  },
  {
    name: 'a read-only data directory',
    ...inDirectory('16m', async (system, directory) => {
      makeReadOnly(directory);
      await requireFailure(startEmbedded(system, directory, 'libraries', 'list'));
    }),
  },
  {
    name: 'a full disk of a new data directory',
    ...inDirectory('24m', (system, directory) => createTwice(system, directory, false)),
  },
  {
    name: 'a disk that becomes full while a data directory is created',
    ...inDirectory('1m', (system, directory) => {
      resize(directory, `${1 + Math.floor(Math.random() * CREATED_MAX_MB)}m`);
      return createTwice(system, directory, true);
    }),
  },
  {
    name: 'a full disk of the data directory while artifacts are written',
    ...inDirectory('300m', fillWithArtifacts),
  },
  {
    name: 'a full disk of the data directory during an import',
    ...inDirectory('600m', async (system, directory) => {
      await requireExit(startEmbedded(system, directory, 'libraries', 'list'), 0);
      const freeDisk = fillDisk(directory, LEFT_BYTES);
      await requireFailure(startImport(system, directory));
      freeDisk();
      await requireExit(startImport(system, directory), 0);
      await requireExit(startEmbedded(system, directory, 'reconcile', '--check'), 0);
    }),
  },
  {
    name: 'two commands on one data directory',
    ...inDirectory(null, async (system, directory) => {
      const commands = [0, 1].map(() => requireExit(startEmbedded(system, directory, 'libraries', 'list'), 0));
      await Promise.all(commands);
    }),
  },
];
