import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DataSource } from 'typeorm';
import { ACCOUNT_SCOPES_MAX } from '../../../src/accounts/accounts.dto';
import * as keys from '../../../src/cli/accounts/keys.command';
import * as migrateDatabase from '../../../src/cli/database/migrate.command';
import * as token from '../../../src/cli/accounts/token.command';
import * as userRights from '../../../src/cli/accounts/user-rights.command';
import * as users from '../../../src/cli/accounts/users.command';
import { loadEmbeddedSecrets } from '../../../src/cli/embedded-secrets';
import { createUser } from '../../support/accounts/accounts';
import { client } from '../../support/requests/client';
import { runCommand } from '../../support/app/command';
import { eventually } from '../../support/eventually';
import { GENEROUS_TIMEOUTS } from '../../support/app/test-environment';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const environment = process.env;
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ env: { JWT_SECRET: randomBytes(48).toString('base64') } });
  process.env = {
    ...environment,
    ...GENEROUS_TIMEOUTS,
    DATABASE_URL: app.database.url,
    JWT_SECRET: app.config.auth.jwtSecret,
  };
});
afterAll(async () => {
  process.env = environment;
  await app.close();
});

/** Deletes the accounts, so that the test can be repeated. */
const removeAccounts = (): Promise<unknown> => app.app.get(DataSource).query('DELETE FROM users');

const run = (...args: string[]): Promise<string> => runCommand([keys, migrateDatabase, token, users, userRights], args);

test('a created account can log in, and a token from before it was disabled stays invalid after it is enabled again', async () => {
  await removeAccounts();
  const output = await run('users', 'create', '--username', 'operator', '--role', 'admin');
  const password = /Password: (\S+)$/.exec(output)?.[1] ?? '';
  await client(app).post('/auth/login', { username: 'operator', password }, { expect: 200 });
  const bearer = await run('token', '--username', 'OPERATOR', '--ttl', '60');
  await client(app).as(bearer).get('/admin/users', { expect: 200 });

  await run('users', 'create', '--username', 'second', '--role', 'admin', '--scope', 'catalog:write');
  // `iat` has whole seconds: a token of the second in which its account is disabled becomes valid again when the
  // account is enabled.
  const nextSecond = Math.ceil((Date.now() + 1) / 1000) * 1000;
  await eventually(() => Date.now() >= nextSecond);
  expect(await run('users', 'list')).toMatch(/ {2}operator {2}admin\n.* {2}second {2}admin, catalog:write$/);
  expect(await run('users', 'disable', '--username', 'operator')).toBe('Disabled operator.');
  await client(app).as(bearer).get('/auth/me', { expect: 401 });
  await expect(run('token', '--username', 'operator')).rejects.toThrow('disabled');
  await expect(run('users', 'disable', '--username', 'second')).rejects.toThrow('last administrator');
  await run('users', 'enable', '--username', 'operator');
  await client(app).as(bearer).get('/auth/me', { expect: 401 });
  const newToken = await run('token', '--username', 'operator');
  await client(app).as(newToken).get('/auth/me', { expect: 200 });
});

test('commands create, list, replace and revoke a key of a service account', async () => {
  await removeAccounts();
  await run('users', 'create', '--service', '--username', 'nightly', '--scope', 'catalog:write');
  expect(await run('users', 'list')).toMatch(/ {2}nightly {2}user, service, catalog:write$/m);
  const lines = (await run('keys', 'create', '--username', 'nightly', '--name', 'nightly import')).split('\n');
  const key = lines.at(-1) ?? '';
  const [keyId = ''] = lines[0]?.split(' ') ?? [];
  await client(app).as(key).get('/auth/me', { expect: 200 });
  const newKey = (await run('keys', 'rotate', keyId, '--overlap-hours', '1')).split('\n').at(-1) ?? '';
  for (const valid of [key, newKey]) await client(app).as(valid).get('/auth/me', { expect: 200 });
  const listed = await run('keys', 'list', '--username', 'nightly');
  expect(listed.split('\n')).toHaveLength(2);
  expect(listed).toMatch(new RegExp(`^${keyId} {2}nightly import {2}expires `));
  // The first seven characters, `irmkey_`, are not secret.
  for (const secret of [key, newKey]) expect(listed).not.toContain(secret.slice(7));
  expect(await run('keys', 'revoke', keyId)).toBe(`Revoked ${keyId} (nightly import).`);
  await client(app).as(key).get('/auth/me', { expect: 401 });
  await client(app).as(newKey).get('/auth/me', { expect: 200 });
  await expect(run('keys', 'revoke', keyId)).rejects.toThrow('no such key');
  await expect(run('token', '--username', 'nightly')).rejects.toThrow('has keys instead of tokens');
});

describe('an invalid command', () => {
  beforeAll(async () => {
    await removeAccounts();
    for (const username of ['Operator', 'second']) await createUser(app, { username });
  });

  it.each<[string, string[]]>([
    ['Only service accounts', ['keys', 'create', '--username', 'second', '--name', 'x']],
    ['from 1 to 3650', ['keys', 'create', '--username', 'second', '--name', 'x', '--days', '0']],
    ['must be a UUID', ['keys', 'rotate', 'x']],
    ['no password', ['users', 'create', '--username', 'y', '--service', '--password-stdin']],
    ['taken', ['users', 'create', '--username', 'Operator']],
    ['1 to 64', ['users', 'create', '--username', 'a b']],
    ['no library "films"', ['users', 'create', '--username', 'x', '--library', 'films']],
    ['Allowed choices', ['users', 'create', '--username', 'x', '--role', 'root']],
    ['no account', ['users', 'disable', '--username', 'nobody']],
    ['no account', ['token', '--username', 'nobody']],
    ['It must be an integer from 1 to 86400', ['token', '--username', 'second', '--ttl', '86401']],
    ['It must be an integer from 1 to 86400', ['token', '--username', 'second', '--ttl', '0x10']],
  ])('is refused with "%s": %j', async (message, args) => {
    await expect(run(...args)).rejects.toThrow(message);
  });
});

test('a password of four emoji is too short, from standard input and in a request', async () => {
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') as PropertyDescriptor;
  // Four code points, but eight UTF-16 code units.
  const password = '\u{1f98a}'.repeat(4);
  Object.defineProperty(process, 'stdin', { ...stdin, get: () => Readable.from([`${password}\n`]) });
  try {
    const command = run('users', 'create', '--username', 'short', '--password-stdin');
    await expect(command).rejects.toThrow('8 to 256 characters');
  } finally {
    Object.defineProperty(process, 'stdin', stdin);
  }
  const admin = client(app).as((await createUser(app, { role: 'admin' })).token);
  await admin.post('/admin/users', { username: 'short', password }, { expect: 400 });
});

test('neither a new account nor a grant may give an account too many scopes', async () => {
  await removeAccounts();
  const scopes = Array.from({ length: ACCOUNT_SCOPES_MAX + 1 }, () => `catalog:write:${randomUUID()}`);
  const errors = [{ field: 'scopes', message: `must have at most ${ACCOUNT_SCOPES_MAX} elements` }];
  const create = (count: number): Promise<string> =>
    run('users', 'create', '--username', 'writer', '--scope', ...scopes.slice(0, count));
  await expect(create(ACCOUNT_SCOPES_MAX + 1)).rejects.toMatchObject({ errors });
  await create(ACCOUNT_SCOPES_MAX);
  const grant = run('users', 'grant', '--username', 'writer', '--scope', ...scopes.slice(-1));
  await expect(grant).rejects.toMatchObject({ errors });
});

test('the command migrate reports that nothing is to be migrated', async () => {
  expect(await run('migrate')).toBe('Nothing to migrate.');
});

describe('the secrets in the folder of an embedded database', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'secrets-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test('are generated once, readable only by the owner', () => {
    const secrets = loadEmbeddedSecrets(join(directory, 'data'));
    expect(loadEmbeddedSecrets(join(directory, 'data'))).toEqual(secrets);
    expect(statSync(join(directory, 'data', 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(new Set(Object.values(secrets)).size).toBe(4);
    expect(readFileSync(join(directory, 'data', 'secrets.json'), 'utf8')).toContain(secrets.JWT_SECRET);
  });

  test('are refused if other users have access to them, or if the file is damaged', () => {
    const path = join(directory, 'secrets.json');
    loadEmbeddedSecrets(directory);
    for (const mode of [0o644, 0o620, 0o602, 0o610]) {
      chmodSync(path, mode);
      expect(() => loadEmbeddedSecrets(directory)).toThrow(`Other users have access to ${path}: run chmod 600 on it.`);
    }
    chmodSync(path, 0o600);
    for (const text of ['', '{', '{}', '[]', '{"JWT_SECRET":"short"}']) {
      writeFileSync(path, text);
      expect(() => loadEmbeddedSecrets(directory)).toThrow('damaged');
    }
  });
});
