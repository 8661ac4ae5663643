import { createHash } from 'node:crypto';
import { grantsSql, wordsViewSql } from './role-grants';
import { enablePoliciesSql, RIGHTS_VERSION } from './row-policies';

/**
 * A digest of the statements that give the roles their rights. If the statements change, store the new digest here and
 * raise `RIGHTS_VERSION`, unless this release has already raised it. With the old version, `migrate` gives the
 * new rights to existing roles only if the release also has a new migration.
 */
const RIGHTS = { version: 1, digest: '4128fddde27acb49' };

test('RIGHTS_VERSION is raised when the roles get different rights', () => {
  const roles = { owner: 'o', writer: 'w', reader: 'r', words: 'r_words' };
  const target = { database: 'd', schema: 's', columns: { users: ['username', 'password_hash'] } };
  const statements = [...grantsSql(roles, target), ...enablePoliciesSql(roles), ...wordsViewSql(roles, 's')];
  const digest = createHash('sha256').update(statements.join(';')).digest('hex').slice(0, 16);
  expect({ version: RIGHTS_VERSION, digest }).toEqual(RIGHTS);
});
