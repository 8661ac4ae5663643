import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as libraries from '../../../src/cli/catalog/libraries.command';
import * as scan from '../../../src/cli/catalog/scan.command';
import { OperatorError } from '../../../src/common/problems/operator-error';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, movie } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { runCommand } from '../../support/app/command';
import { GENEROUS_TIMEOUTS } from '../../support/app/test-environment';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const GIVEN_ID = '5d3a6a1e-9f6c-4d8e-8a4e-0d5b7c1f2a3b';
const UNUSED_ID = '0c9f7f0e-3c55-4a36-9d4c-5f1f0a7f6f10';

const environment = process.env;
let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin' });
  process.env = {
    ...environment,
    ...GENEROUS_TIMEOUTS,
    DATABASE_URL: app.database.url,
    JWT_SECRET: app.config.auth.jwtSecret,
    LOG_LEVEL: 'silent',
  };
});
afterAll(async () => {
  process.env = environment;
  await app.close();
});

// The tests build on each other: the first creates the libraries that the later ones name.
const run = (...args: string[]): Promise<string> => runCommand([libraries], ['libraries', ...args]);

interface Overview {
  readonly libraries: readonly { readonly library_id: string; readonly name: string; readonly library_kind: string }[];
}
async function overview(): Promise<Overview['libraries']> {
  const { body } = await client(app).as(admin).post<Overview>('/intelligence/libraries/overview', {}, { expect: 200 });
  return body.libraries.map(({ library_id, name, library_kind }) => ({ library_id, name, library_kind }));
}

test('libraries are created, listed, filled by an import, and renamed by name or id', async () => {
  expect(await run('list')).toBe('');
  const films = await run('create', 'Films', '--kind', 'movies');
  expect(films).toMatch(new RegExp(`^${UUID}$`));
  expect(await run('create', 'Serials & more', '--kind', 'series', '--id', GIVEN_ID.toUpperCase())).toBe(GIVEN_ID);
  const listed = [`${films}  movies  Films`, `${GIVEN_ID}  series  Serials & more`].sort();
  expect(await run('list')).toBe(listed.join('\n'));

  await importCatalog(app, admin, [movie('Films', 'One', { library_id: films })]);
  expect(await run('rename', 'Films', 'Feature films')).toBe(`Renamed ${films} to Feature films.`);
  expect(await overview()).toEqual(
    expect.arrayContaining([{ library_id: films, name: 'Feature films', library_kind: 'movies' }]),
  );
  expect(await run('rename', GIVEN_ID, 'Serials')).toBe(`Renamed ${GIVEN_ID} to Serials.`);
  expect(await run('list')).toContain(`${GIVEN_ID}  series  Serials`);
});

test.each<[string, string[]]>([
  ['has this name already', ['create', 'Feature films', '--kind', 'movies']],
  ['has this name already', ['rename', 'Serials', 'Feature films']],
  ['has this name already', ['create', ' Feature\u200b  films ', '--kind', 'movies']],
  ['has this name already', ['rename', 'Serials', 'Feature films\n']],
  // The id of a library is derived from its first name. So the renamed library still has the id of "Films".
  ['is in use: give another one with --id', ['create', 'Films', '--kind', 'movies']],
  ['is in use: give another one with --id', ['create', 'New', '--kind', 'movies', '--id', GIVEN_ID]],
  ['--id must be a UUID', ['create', 'New', '--kind', 'movies', '--id', 'films']],
  ['--id must be a UUID', ['create', 'New', '--kind', 'movies', '--id', '00000000-0000-0000-0000-000000000000']],
  ['must not be a UUID', ['rename', 'Serials', GIVEN_ID]],
  ['must not be a UUID', ['create', ` ${UNUSED_ID}\u200b`, '--kind', 'movies']],
  ['no library "films"', ['rename', 'films', 'New']],
  ['refused the library: name', ['create', '\u200b', '--kind', 'movies']],
  ['refused the library: name', ['rename', 'Serials', 'x'.repeat(513)]],
  ['Allowed choices', ['create', 'New', '--kind', 'films']],
  ['not specified', ['create', 'New']],
])('a command fails with a message that contains "%s", and changes no library: %j', async (message, args) => {
  const before = await run('list');
  await expect(run(...args)).rejects.toThrow(message);
  expect(await run('list')).toBe(before);
});

test('a scan with the old name of a renamed library fails, and the message contains the new name', async () => {
  const root = mkdtempSync(join(tmpdir(), 'libraries-'));
  try {
    mkdirSync(join(root, 'Metropolis (1927)'));
    writeFileSync(join(root, 'Metropolis (1927)', 'Metropolis (1927).mkv'), 'frames');
    const scanAs = (name: string): Promise<string> => runCommand([scan], ['scan', name, root, '--kind', 'movies']);
    await expect(scanAs('Films')).rejects.toThrow('The library was renamed to "Feature films".');
    expect(await scanAs('Feature films')).toContain('"accepted": 1');
    expect(await run('list')).toContain('  movies  Feature films');
    await expect(scanAs(' Films ')).rejects.toThrow('The library was renamed to "Feature films".');
    const before = await run('list');
    expect(await scanAs(' Feature\u200b films ')).toContain('"accepted": 0');
    expect(await run('list')).toBe(before);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test('a library is found by every spelling that the catalog normalizes to its name', async () => {
  const [composed, decomposed] = ['Amélie'.normalize('NFC'), 'Amélie'.normalize('NFD')];
  const id = await run('create', `${decomposed} `, '--kind', 'movies');
  expect(await run('list')).toContain(`${id}  movies  ${composed}`);
  expect(await run('rename', decomposed, ` Old\u200b  ${decomposed}`)).toBe(`Renamed ${id} to Old ${composed}.`);
  expect(await run('rename', `Old ${composed}`, composed)).toBe(`Renamed ${id} to ${composed}.`);
});

test.each<[string, string]>([
  ['use `libraries create --id`', UNUSED_ID],
  ['use `libraries create --id`', ` ${UNUSED_ID.toUpperCase()} `],
  ['use `libraries create --id`', '00000000-0000-0000-0000-000000000000'],
  // This is no UUID, so it is taken as a name. Without the invisible character, the name is a UUID.
  ['must not be a UUID', `${UNUSED_ID}\u200b`],
  ['refused the library: name', 'x'.repeat(513)],
])('a scan with --kind fails with a message that contains "%s", and creates no library: %j', async (message, name) => {
  const before = await run('list');
  const root = mkdtempSync(join(tmpdir(), 'libraries-'));
  const scanning = runCommand([scan], ['scan', name, root, '--kind', 'movies']);
  const failure: unknown = await scanning
    .catch((error: unknown) => error)
    .finally(() => rmSync(root, { recursive: true }));
  expect(failure).toBeInstanceOf(OperatorError);
  expect((failure as OperatorError).message).toContain(message);
  expect(await run('list')).toBe(before);
});
