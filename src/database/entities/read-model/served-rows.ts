import { getMetadataArgsStorage } from 'typeorm';
import { columnsOf } from '../entity-columns';

/**
 * The query of a view with all columns of an entity's table and those of its rows that may be served: rows derived from
 * the catalog's present state, of items that are there.
 */
export function servedRowsOf(entity: new () => object): string {
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity)?.name;
  const columns = Object.keys(columnsOf(entity));
  return `SELECT ${columns.join(', ')} FROM ${table} WHERE status = 'ready' AND available`;
}
