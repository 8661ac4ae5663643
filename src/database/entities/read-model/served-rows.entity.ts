/** The views of the rows that reads may serve. */
import { getMetadataArgsStorage, ViewEntity } from 'typeorm';
import { columnsOf } from '../entity-columns';
import { MediaContextEntity } from './media-context.entity';
import { SearchDocumentEntity } from './search-document.entity';

@ViewEntity({ name: 'served_media_context', expression: servedRowsOf(MediaContextEntity), synchronize: false })
export class ServedMediaContextEntity extends MediaContextEntity {}

@ViewEntity({ name: 'served_search_documents', expression: servedRowsOf(SearchDocumentEntity), synchronize: false })
export class ServedSearchDocumentEntity extends SearchDocumentEntity {}

/**
 * Returns the query of a view with all columns of an entity's table. It selects the rows that are derived from the
 * current state of the catalog and belong to available items.
 */
function servedRowsOf(entity: new () => object): string {
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity)?.name;
  const columns = Object.keys(columnsOf(entity));
  return `SELECT ${columns.join(', ')} FROM ${table} WHERE status = 'ready' AND available`;
}
