import { OperatorError } from '../../common/problems/operator-error';
import type { LibraryKind } from '../../database/entities/catalog/library.entity';
import type { CatalogImportService } from '../catalog-import.service';

/** A library to create. */
export interface NewLibrary {
  readonly name: string;
  readonly kind: LibraryKind;
  /** UUID. Default: derived from the name. */
  readonly libraryId?: string;
}

/** Creates or renames a library through an import. Throws an `OperatorError` if the catalog refuses the library. */
export async function writeLibrary(imports: CatalogImportService, library: Required<NewLibrary>): Promise<void> {
  const { libraryId, name, kind } = library;
  const record = { type: 'library', library_id: libraryId, name, library_kind: kind };
  const { rejected, errors } = await imports.importRecords([record]);
  if (rejected > 0) throw new OperatorError(`The catalog refused the library: ${errors[0]?.message}`);
}
