import type { DataSource } from 'typeorm';
import { AuditLog } from '../../../src/auth/audit-log/audit-log.store';
import * as libraries from '../../../src/cli/catalog/libraries.command';
import * as userRights from '../../../src/cli/accounts/user-rights.command';
import * as users from '../../../src/cli/accounts/users.command';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { createService, type CreatedKey } from '../../support/accounts/api-keys';
import { importCatalog, library, movie, uuidOf } from '../../support/catalog/catalog';
import { type ApiClient, client } from '../../support/requests/client';
import { runCommand } from '../../support/app/command';
import { connectAsOwner } from '../../support/databases/owner';
import { GENEROUS_TIMEOUTS } from '../../support/app/test-environment';
import { createTestApp, type TestApp } from '../../support/app/test-app';

interface Entry {
  entry_id: string;
  recorded_at: string;
  action: string;
  actor: { origin: string; user_id: string | null; username: string | null; key_id: string | null };
  target_id: string;
  target_name: string;
  account_id: string | null;
  changes: { field: string; removed: string[]; added: string[] }[];
  request_id: string | null;
}
interface Log {
  entries: Entry[];
  page: { has_more: boolean; next_cursor: string | null };
}

const environment = process.env;
let app: TestApp;
let admin: TestUser;
let api: ApiClient;
let owner: DataSource;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { username: 'chief', role: 'admin' });
  api = client(app).as(admin);
  owner = await connectAsOwner(app);
  const { jwtSecret } = app.config.auth;
  process.env = { ...environment, ...GENEROUS_TIMEOUTS, DATABASE_URL: app.database.url, JWT_SECRET: jwtSecret };
});
afterAll(async () => {
  process.env = environment;
  await owner.destroy();
  await app.close();
});

async function newest(limit: number, reader: ApiClient = api): Promise<Entry[]> {
  return (await reader.get<Log>(`/admin/audit-log?limit=${limit}`, { expect: 200 })).body.entries;
}

test('each act on an account is recorded with its actor, its request and its changes', async () => {
  const password = 'an uncommon long one';
  const created = await api.post<{ user_id: string }>(
    '/admin/users',
    { username: 'reader', password, scopes: ['artifacts:write'] },
    { expect: 201, headers: { 'x-request-id': 'b7e1c0de-0000-4000-8000-000000000001' } },
  );
  const path = `/admin/users/${created.body.user_id}`;
  const rights = { role: 'admin', scopes: ['catalog:write'], library_ids: [uuidOf('Films')], disabled: true };
  await api.patch(path, rights, { expect: 200 });
  await api.patch(path, rights, { expect: 200 });
  await api.patch(path, { password: 'another uncommon one' }, { expect: 200 });
  await api.patch(path, { role: 'user' }, { expect: 200 });
  await api.delete(path, { expect: 204 });
  const entries = await newest(5);
  const common = { target_id: created.body.user_id, target_name: 'reader', account_id: created.body.user_id };
  const actor = { origin: 'api', user_id: admin.userId, username: 'chief', key_id: null, service_id: null };
  expect(entries).toMatchObject([
    { ...common, actor, action: 'account.delete', changes: [] },
    { ...common, actor, action: 'account.change', changes: [{ field: 'role', removed: ['admin'], added: ['user'] }] },
    { ...common, actor, action: 'account.change', changes: [{ field: 'password', removed: [], added: [] }] },
    {
      ...common,
      action: 'account.change',
      changes: [
        { field: 'role', removed: ['user'], added: ['admin'] },
        { field: 'scopes', removed: ['artifacts:write'], added: ['catalog:write'] },
        { field: 'library_ids', removed: ['all'], added: [uuidOf('Films')] },
        { field: 'disabled', removed: [], added: ['true'] },
      ],
    },
    {
      ...common,
      action: 'account.create',
      changes: [
        { field: 'role', removed: [], added: ['user'] },
        { field: 'scopes', removed: [], added: ['artifacts:write'] },
        { field: 'library_ids', removed: [], added: ['all'] },
      ],
    },
  ]);
  expect(entries[4]?.request_id).toBe('b7e1c0de-0000-4000-8000-000000000001');
  expect(JSON.stringify(entries)).not.toContain('uncommon');
});

test('each act on a key is recorded, including an act of a service account', async () => {
  const service = await createService(app, { role: 'admin', username: 'operator' }, admin);
  const program = client(app).as(service.key);
  const keys = `/admin/users/${service.userId}/keys`;
  const next = await program.post<CreatedKey>(`${keys}/${service.keyId}:rotate`, {}, { expect: 201 });
  await api.delete(`${keys}/${service.keyId}`, { expect: 204 });
  const [revoked, rotated, createdKey, account] = await newest(4);
  expect(revoked).toMatchObject({ action: 'key.revoke', target_id: service.keyId, account_id: service.userId });
  expect(rotated).toMatchObject({
    action: 'key.rotate',
    actor: { user_id: service.userId, username: 'operator', key_id: service.keyId, service_id: service.userId },
    changes: [{ field: 'key_id', removed: [service.keyId], added: [next.body.key_id] }],
  });
  expect(createdKey).toMatchObject({ action: 'key.create', target_id: service.keyId, target_name: 'test' });
  expect(account).toMatchObject({ action: 'account.create', target_name: 'operator' });
});

test('each act on a library is recorded once', async () => {
  const writer = await createUser(app, { username: 'writer', scopes: ['catalog:write'] });
  const records = [library('Films'), movie('Films', 'Metropolis'), library('Shorts')];
  await importCatalog(app, writer, records);
  await importCatalog(app, writer, records);
  await importCatalog(app, writer, [{ ...library('Films'), name: 'Feature films' }]);
  await client(app)
    .as(writer)
    .delete(`/admin/catalog/libraries/${uuidOf('Films')}`, { expect: 204 });
  const [deleted, renamed, ...created] = await newest(4);
  const actor = { origin: 'api', user_id: writer.userId, username: 'writer' };
  expect(deleted).toMatchObject({ actor, action: 'library.delete', target_id: uuidOf('Films') });
  expect(deleted?.target_name).toBe('Feature films');
  expect(renamed).toMatchObject({
    actor,
    action: 'library.rename',
    changes: [{ field: 'name', removed: ['Films'], added: ['Feature films'] }],
  });
  expect(created.map(({ action, target_name }) => `${action} ${target_name}`).sort()).toEqual([
    'library.create Films',
    'library.create Shorts',
  ]);
});

test('acts of commands are recorded', async () => {
  await runCommand([users], ['users', 'create', '--username', 'from-shell', '--service']);
  await runCommand([userRights], ['users', 'grant', '--username', 'from-shell', '--scope', 'catalog:write']);
  await runCommand([libraries], ['libraries', 'create', 'Series', '--kind', 'series']);
  const actor = { origin: 'command', user_id: null, username: null, key_id: null };
  expect(await newest(3)).toMatchObject([
    { actor, action: 'library.create', target_name: 'Series', request_id: null },
    { actor, action: 'account.change', target_name: 'from-shell' },
    { actor, action: 'account.create', target_name: 'from-shell' },
  ]);
});

test('a failed act writes no entry, and an act without an entry is rolled back', async () => {
  const before = await newest(1);
  await api.delete(`/admin/users/${admin.userId}`, { expect: 409 });
  await api.post('/admin/users', { username: 'chief', password: 'an uncommon long one' }, { expect: 409 });
  expect(await newest(1)).toEqual(before);
  const failing = jest.spyOn(app.app.get(AuditLog), 'append');
  failing.mockRejectedValueOnce(new Error('The log is full.'));
  await api.post('/admin/users', { username: 'never', password: 'an uncommon long one' }, { expect: 500 });
  failing.mockRestore();
  const { body } = await api.get<{ users: { username: string }[] }>('/admin/users?limit=50');
  expect(body.users.map(({ username }) => username)).not.toContain('never');
});

test.each(['UPDATE admin_audit_log SET action = action', 'DELETE FROM admin_audit_log', 'TRUNCATE admin_audit_log'])(
  'the log is append-only: %s fails',
  async (statement) => {
    await expect(owner.query(statement)).rejects.toThrow('append-only');
  },
);

test('pages list the earlier entries, newest first, each exactly once while entries are added', async () => {
  const earlier = await newest(50);
  const listed: Entry[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`;
    const { body } = await api.get<Log>(`/admin/audit-log?limit=3${query}`, { expect: 200 });
    listed.push(...body.entries);
    cursor = body.page.next_cursor;
    if (listed.length < 7) await createUser(app);
  } while (cursor !== null);
  expect(listed).toEqual(earlier);
  expect(new Set(listed.map(({ entry_id }) => entry_id)).size).toBe(listed.length);
  const times = listed.map(({ recorded_at }) => recorded_at);
  expect(times).toEqual([...times].sort().reverse());
  expect(listed.at(-1)).toMatchObject({ action: 'account.create', target_name: 'chief', actor: { origin: 'service' } });
});

test('cursors of other readers, changed cursors and invalid parameters get 400', async () => {
  const first = (await api.get<Log>('/admin/audit-log?limit=1')).body.page.next_cursor;
  const other = client(app).as(await createUser(app, { role: 'admin' }));
  await other.get(`/admin/audit-log?cursor=${first}`, { expect: 400 });
  await api.get(`/admin/audit-log?cursor=${first}x`, { expect: 400 });
  await api.get('/admin/audit-log?limit=x', { expect: 400 });
  await api.get('/admin/audit-log?user=x', { expect: 400 });
});

test('only administrators can read the log', async () => {
  const scopes = ['catalog:write', 'artifacts:write', 'watch-states:write'] as const;
  const user = await createUser(app, { scopes });
  const service = await createService(app, { scopes }, admin);
  for (const caller of [client(app).as(user), client(app).as(service.key)]) {
    await caller.get('/admin/audit-log', { expect: 403 });
  }
  await client(app).get('/admin/audit-log', { expect: 401 });
});

test('an administrator who may see only some libraries sees no act on other libraries', async () => {
  await importCatalog(app, admin, [library('Open'), library('Closed')]);
  const reader = client(app).as(await createUser(app, { role: 'admin', libraryIds: [uuidOf('Open')] }));
  const before = await newest(50, reader);
  expect(before.map(({ target_name }) => target_name)).toContain('Open');
  expect(JSON.stringify(before)).not.toContain('Closed');
  await importCatalog(app, admin, [{ ...library('Closed'), name: 'Closed for good' }, library('Hidden')]);
  await api.delete(`/admin/catalog/libraries/${uuidOf('Closed')}`, { expect: 204 });
  expect(await newest(50, reader)).toEqual(before);
});
