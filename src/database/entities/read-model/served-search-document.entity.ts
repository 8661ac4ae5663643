import { ViewEntity } from 'typeorm';
import { SearchDocumentEntity } from './search-document.entity';
import { servedRowsOf } from './served-rows';

/** The search documents that may be served; what searches select from. Migrations create the view. */
@ViewEntity({ name: 'served_search_documents', expression: servedRowsOf(SearchDocumentEntity), synchronize: false })
export class ServedSearchDocumentEntity extends SearchDocumentEntity {}
