import type { DataSource } from 'typeorm';
import { DEMO_ENTITIES } from '../../../src/demo/database/demo-entities';
import { DEMO_SCHEMA_SQL } from '../../../src/demo/database/demo.schema';
import { type OpenDatabase, openTestDatabase } from '../../support/databases/test-database';
import { withSequentialQueries } from '../../support/databases/sequential-queries';

describe('the tables of the demo', () => {
  let open: OpenDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    open = await openTestDatabase({ entities: DEMO_ENTITIES });
    ({ dataSource } = open);
    await dataSource.query('CREATE SCHEMA demo');
    for (const statement of DEMO_SCHEMA_SQL) await dataSource.query(statement);
  });

  afterAll(() => open.close());

  it('match the entities', async () => {
    expect(dataSource.entityMetadatas).toHaveLength(4);
    const { upQueries } = await withSequentialQueries(dataSource, () => dataSource.driver.createSchemaBuilder().log());
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('keep their rows when the statements that create the tables run again', async () => {
    await dataSource.query("UPDATE demo.state SET state = 'ready', admin_key = 'kept'");
    for (const statement of DEMO_SCHEMA_SQL) await dataSource.query(statement);
    expect(await dataSource.query('SELECT state, admin_key FROM demo.state')).toEqual([
      { state: 'ready', admin_key: 'kept' },
    ]);
  });
});
