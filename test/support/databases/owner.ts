import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import type { TestApp } from '../app/test-app';

/**
 * Connects to the database of an application as the owner of its tables, who may change the schema. With TEST_ROLES=1,
 * the application itself may not change it. The caller must `destroy` the returned data source.
 */
export function connectAsOwner({ database }: Pick<TestApp, 'database'>): Promise<DataSource> {
  return new DataSource(dataSourceOptions({ url: database.url, poolSize: 3 })).initialize();
}
