import { getMetadataArgsStorage } from 'typeorm';
import { columnsOf } from '../entity-columns';

/**
 * The query of a view with all columns of an entity's table. It selects the rows that reads may serve: they are derived
 * from the current state of the catalog, and their item is available.
 */
export function servedRowsOf(entity: new () => object): string {
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity)?.name;
  const columns = Object.keys(columnsOf(entity));
  return `SELECT ${columns.join(', ')} FROM ${table} WHERE status = 'ready' AND available`;
}
