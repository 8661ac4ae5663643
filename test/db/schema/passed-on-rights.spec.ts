import { randomBytes } from 'node:crypto';
import { removeRoles } from '../../../src/database/roles/remove-roles';
import { setUpRoles } from '../../../src/database/roles/set-up-roles';
import {
  codeOf,
  createRoleDatabase,
  dropRoles,
  type RoleDatabase,
  rolesOf,
} from '../../support/databases/role-database';
import { runSql } from '../../support/databases/sql';
import { withDatabase } from '../../support/databases/test-server';

/** An operator gave the role that reads a right with grant option, and the role passed it on. */
describe('a right that a role passed on', () => {
  const other = `test_other_${randomBytes(6).toString('hex')}`;
  let database: RoleDatabase;

  const hasRight = async (): Promise<boolean | undefined> => {
    const [row] = await runSql<{ has: boolean }>(
      database.url,
      `SELECT has_table_privilege('${other}', 'media_items', 'SELECT') AS has`,
    );
    return row?.has;
  };
  const passOn = async (): Promise<void> => {
    const [, reader = ''] = rolesOf(database.urls);
    await runSql(database.url, `GRANT SELECT ON media_items TO ${reader} WITH GRANT OPTION`);
    expect(await codeOf(database.urls.reader, `GRANT SELECT ON media_items TO ${other}`)).toBe('allowed');
    expect(await hasRight()).toBe(true);
  };

  beforeAll(async () => {
    database = await createRoleDatabase();
    await runSql(database.url, `CREATE ROLE ${other}`);
  });
  afterAll(async () => {
    await database.drop();
    await dropRoles(withDatabase(database.url, 'postgres'), [other]);
  });

  it('is revoked when the roles are set up again', async () => {
    await passOn();
    await setUpRoles(database.urls, () => undefined);
    expect(await hasRight()).toBe(false);
  });

  it('is revoked when the roles are removed', async () => {
    await passOn();
    await removeRoles(database.urls, () => undefined);
    expect(await hasRight()).toBe(false);
  });
});
