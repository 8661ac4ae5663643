import { DataSource } from 'typeorm';
import { AccountChanges } from '../../../src/accounts/account-changes';
import { LibrariesService } from '../../../src/catalog/libraries/libraries.service';
import * as userRights from '../../../src/cli/accounts/user-rights.command';
import * as users from '../../../src/cli/accounts/users.command';
import { createUser } from '../../support/accounts/accounts';
import { type ApiClient, client } from '../../support/requests/client';
import { runCommand } from '../../support/app/command';
import { type IssuerApp, startIssuerApp } from '../../support/accounts/issuer-app';
import { GENEROUS_TIMEOUTS } from '../../support/app/test-environment';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const ISSUER = 'https://tenant.eu.auth0.com/';
const FILMS = '5d3a6a1e-9f6c-4d8e-8a4e-0d5b7c1f2a3b';
const SHORTS = '5d3a6a1e-9f6c-4d8e-8a4e-0d5b7c1f2a3c';

const environment = process.env;
let local: TestApp;
let issuer: IssuerApp;

beforeAll(async () => {
  local = await createTestApp();
  const libraries = local.app.get(LibrariesService);
  await libraries.create({ name: 'Films', kind: 'movies', libraryId: FILMS });
  await libraries.create({ name: 'Shorts', kind: 'movies', libraryId: SHORTS });
  issuer = await startIssuerApp(ISSUER, { peerOf: local });
  process.env = { ...environment, ...GENEROUS_TIMEOUTS, ...issuer.env, DATABASE_URL: local.database.url };
});
afterAll(async () => {
  process.env = environment;
  await issuer.close();
  await local.close();
});

interface Me {
  user_id: string;
  username: string;
  role: string;
  scopes: string[];
  library_ids: string[] | null;
}

const run = (...args: string[]): Promise<string> => runCommand([users, userRights], ['users', ...args]);
const as = (sub: string): ApiClient =>
  client(issuer.app).as(issuer.token(sub, { preferred_username: `${sub}'s name` }));
const getMe = async (sub: string): Promise<Me> => (await as(sub).get<Me>('/auth/me', { expect: 200 })).body;

/** The ways to select the account of a subject, and the options for each. */
const WAYS: [string, (sub: string) => Promise<string[]>][] = [
  ['a subject before its first request', (sub) => Promise.resolve(['--subject', sub])],
  ['a subject after its first request', async (sub) => (await getMe(sub), ['--subject', sub])],
  ['an account by its id', async (sub) => ['--user-id', (await getMe(sub)).user_id.toUpperCase()]],
  ['a subject with its issuer', (sub) => Promise.resolve(['--subject', sub, '--issuer', ISSUER])],
];

describe.each(WAYS)('%s', (name, optionsFor) => {
  it('can be promoted and demoted', async () => {
    const sub = `auth0|promoted ${name}`;
    const options = await optionsFor(sub);
    expect(await run('promote', ...options)).toMatch(/ admin, libraries: none, external: .*\n.*sees no library/s);
    await as(sub).get('/admin/users', { expect: 200 });
    expect(await getMe(sub)).toMatchObject({ role: 'admin', library_ids: [] });
    await run('promote', ...options, '--all-libraries');
    expect(await getMe(sub)).toMatchObject({ role: 'admin', library_ids: null });
    await createAdmin();
    await run('demote', ...options);
    await as(sub).get('/admin/users', { expect: 403 });
    expect(await getMe(sub)).toMatchObject({ role: 'user', library_ids: null });
  });

  it('can get and lose libraries, scopes and the role of an administrator', async () => {
    const sub = `auth0|granted ${name}`;
    const options = await optionsFor(sub);
    await run('grant', ...options, '--library', FILMS.toUpperCase(), '--scope', 'catalog:write');
    await run('grant', ...options, '--library', 'Shorts', FILMS, '--scope', 'artifacts:write');
    const rights = { scopes: ['catalog:write', 'artifacts:write'], library_ids: [FILMS, SHORTS] };
    expect(await getMe(sub)).toMatchObject({ role: 'user', ...rights });
    await run('revoke', ...options, '--library', 'Films', '--scope', 'catalog:write');
    expect(await getMe(sub)).toMatchObject({ scopes: ['artifacts:write'], library_ids: [SHORTS] });
    await run('grant', ...options, '--all-libraries', '--role', 'admin');
    expect(await getMe(sub)).toMatchObject({ role: 'admin', library_ids: null });
    await expect(run('revoke', ...options, '--library', FILMS)).rejects.toThrow('sees all libraries');
    await createAdmin();
    await run('revoke', ...options, '--all-libraries', '--role', 'admin', '--scope', 'artifacts:write');
    expect(await getMe(sub)).toMatchObject({ role: 'user', scopes: [], library_ids: [] });
  });

  it('can be disabled and enabled again', async () => {
    const sub = `auth0|disabled ${name}`;
    const options = await optionsFor(sub);
    await run('disable', ...options);
    await as(sub).get('/auth/me', { expect: 401 });
    await run('enable', ...options);
    await as(sub).get('/auth/me', { expect: 200 });
  });
});

/** Creates another administrator, because the last administrator cannot be demoted. */
async function createAdmin(): Promise<void> {
  await run('promote', '--subject', 'another administrator');
}

it('rights are granted only to the exact subject', async () => {
  await run('promote', '--subject', 'auth0|Ada');
  for (const sub of ['auth0|ada', 'auth0|Ada ', 'auth0|AdA', 'Ada']) {
    expect(await getMe(sub)).toMatchObject({ role: 'user', library_ids: [] });
  }
  expect(await getMe('auth0|Ada')).toMatchObject({ role: 'admin' });
});

it('rights of the same subject at another issuer have no effect', async () => {
  await run('promote', '--subject', 'auth0|elsewhere', '--issuer', 'https://other.example.org/', '--all-libraries');
  expect(await getMe('auth0|elsewhere')).toMatchObject({ role: 'user', library_ids: [] });
});

it('two parallel grants both take effect', async () => {
  const { user_id: userId } = await getMe('auth0|parallel');
  const changes = local.app.get(AccountChanges);
  await Promise.all([FILMS, SHORTS].map((id) => changes.adjust(userId, { addedLibraryIds: [id] })));
  expect((await getMe('auth0|parallel')).library_ids?.toSorted()).toEqual([FILMS, SHORTS]);
});

it('a command must not give access to an external account by its user name', async () => {
  const sub = 'auth0|impostor';
  const token = issuer.token(sub, { preferred_username: 'chief' });
  await client(issuer.app).as(token).get('/auth/me', { expect: 200 });
  await expect(run('promote', '--username', 'chief')).rejects.toThrow('does not identify its user');
  await expect(run('grant', '--username', 'chief', '--all-libraries')).rejects.toThrow('does not identify its user');
  expect(await getMe(sub)).toMatchObject({ role: 'user', library_ids: [] });
  expect(await run('disable', '--username', 'chief')).toBe('Disabled chief.');
  await expect(run('enable', '--username', 'chief')).rejects.toThrow('does not identify its user');
  await client(issuer.app).as(token).get('/auth/me', { expect: 401 });
});

it('the list shows the issuer and the subject of an external account', async () => {
  await run('grant', '--subject', 'auth0|"listed"', '--library', FILMS);
  const line = (await run('list')).split('\n').find((each) => each.includes('listed'));
  expect(line).toContain(`user, libraries: ${FILMS}, external: "auth0|\\"listed\\"" of ${ISSUER}`);
});

it('the last administrator of the issuer cannot be demoted or disabled', async () => {
  await createUser(local, { role: 'admin' });
  await local.app.get(DataSource).query(`UPDATE users SET role = 'user' WHERE issuer = $1`, [ISSUER]);
  await run('promote', '--subject', 'auth0|last');
  await expect(run('demote', '--subject', 'auth0|last')).rejects.toThrow('last administrator');
  await expect(run('revoke', '--subject', 'auth0|last', '--role', 'admin')).rejects.toThrow('last administrator');
  await expect(run('disable', '--subject', 'auth0|last')).rejects.toThrow('last administrator');
});

it.each<[string, string[]]>([
  ['exactly one of', ['promote']],
  ['exactly one of', ['promote', '--subject', 's', '--user-id', FILMS]],
  ['--issuer requires --subject', ['promote', '--user-id', FILMS, '--issuer', ISSUER]],
  ['no such account', ['promote', '--user-id', FILMS]],
  ['no such account', ['demote', '--subject', 'never seen']],
  ['no such account', ['revoke', '--subject', 'never seen', '--all-libraries']],
  ['no account of that name', ['grant', '--username', 'nobody', '--all-libraries']],
  ['must be a UUID', ['promote', '--user-id', 'x']],
  ['printable characters', ['promote', '--subject', '']],
  ['printable characters', ['promote', '--subject', 'x'.repeat(256)]],
  ['printable characters', ['grant', '--subject', 'a\u202eb', '--all-libraries']],
  ['at least one of', ['grant', '--subject', 's']],
  ['at least one of', ['revoke', '--subject', 's']],
  ['no library "films"', ['grant', '--subject', 's', '--library', 'films']],
  ['no library', ['grant', '--subject', 's', '--library', '00000000-0000-0000-0000-000000000000']],
  ['no library "films"', ['revoke', '--subject', 's', '--library', 'films']],
  ['It must be catalog:write', ['grant', '--subject', 's', '--scope', 'all']],
  ['Allowed choices', ['grant', '--subject', 's', '--role', 'root']],
  ['users grant --subject', ['create', '--username', 'reader']],
])('a command is refused with "%s": %j', async (message, args) => {
  await expect(run(...args)).rejects.toThrow(message);
});

it('grant and promote accept a local account by its name', async () => {
  const { username } = await createUser(local, { libraryIds: [] });
  const named = ['--username', username.toUpperCase()];
  expect(await run('grant', ...named, '--library', FILMS)).toContain(`${username}  user, libraries: ${FILMS}`);
  expect(await run('promote', ...named)).toContain(`${username}  admin`);
  process.env.AUTH_MODE = 'local';
  process.env.JWT_ISSUER = '';
  process.env.JWKS_URI = '';
  await expect(run('promote', '--subject', 's')).rejects.toThrow('AUTH_MODE=jwks or --issuer');
});
