import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source-options';
import { DEMO_ENTITIES } from '../../src/demo/database/demo-entities';
import { DEMO_SCHEMA_SQL } from '../../src/demo/database/demo.schema';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

describe('the tables of the demo', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    const options = { ...dataSourceOptions({ url: database.url }), entities: DEMO_ENTITIES };
    dataSource = await new DataSource(options).initialize();
    await dataSource.query('CREATE SCHEMA demo');
    for (const statement of DEMO_SCHEMA_SQL) await dataSource.query(statement);
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('match the entities', async () => {
    expect(dataSource.entityMetadatas).toHaveLength(4);
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('stay the same when the statements run again at the next start', async () => {
    for (const statement of DEMO_SCHEMA_SQL) await dataSource.query(statement);
    expect(await dataSource.query('SELECT state FROM demo.state')).toEqual([{ state: 'seeding' }]);
  });
});
