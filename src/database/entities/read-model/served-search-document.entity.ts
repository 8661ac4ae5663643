import { ViewEntity } from 'typeorm';
import { SearchDocumentEntity } from './search-document.entity';
import { servedRowsOf } from './served-rows';

/** View of the search documents that reads may serve. Migrations create the view. */
@ViewEntity({ name: 'served_search_documents', expression: servedRowsOf(SearchDocumentEntity), synchronize: false })
export class ServedSearchDocumentEntity extends SearchDocumentEntity {}
