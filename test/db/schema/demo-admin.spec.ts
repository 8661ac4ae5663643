import { DEMO_ENTITIES } from '../../../src/demo/database/demo-entities';
import { DEMO_SCHEMA_SQL } from '../../../src/demo/database/demo.schema';
import { DemoUserStore } from '../../../src/demo/demo-user.store';
import { UserEntity } from '../../../src/database/entities/accounts/user.entity';
import { Transactions } from '../../../src/database/transactions';
import { type OpenDatabase, openTestDatabase } from '../../support/databases/test-database';

describe('a new name of the demo administrator', () => {
  let open: OpenDatabase;
  let store: DemoUserStore;

  beforeAll(async () => {
    open = await openTestDatabase({ entities: [UserEntity, ...DEMO_ENTITIES] });
    await open.dataSource.query('CREATE SCHEMA demo');
    for (const statement of DEMO_SCHEMA_SQL) await open.dataSource.query(statement);
    store = new DemoUserStore(open.dataSource, new Transactions(open.dataSource));
  });

  afterAll(() => open.close());

  it.each<[string, Partial<UserEntity>, boolean]>([
    ['disables the previous administrator', { password_hash: 'hash' }, true],
    ['does not disable a service account with the previous name', { is_service: true }, false],
    [
      'does not disable an account of an external issuer with the previous name',
      { issuer: 'https://issuer.example', subject: 'subject' },
      false,
    ],
  ])('%s', async (_, account, isDisabled) => {
    const users = open.dataSource.getRepository(UserEntity);
    await users.createQueryBuilder().delete().execute();
    await users.insert({ username: 'Previous', username_key: 'previous', ...account });
    await users.insert({ username: 'other', username_key: 'other', password_hash: 'hash' });
    await store.recordAdmin('Previous');
    await store.recordAdmin('demo');
    expect(await users.find({ select: { username: true, disabled: true }, order: { username_key: 'DESC' } })).toEqual([
      { username: 'Previous', disabled: isDisabled },
      { username: 'other', disabled: false },
    ]);
  });
});
