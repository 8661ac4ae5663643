import { Injectable } from '@nestjs/common';
import { isReservedUuid, findUuid } from '../../common/media-id';
import { readInPages } from '../../common/paging/read-in-pages';
import { OperatorError } from '../../common/problems/operator-error';
import { cleanCatalogLine } from '../../common/text/text';
import type { LibraryEntity, LibraryKind } from '../../database/entities/catalog/library.entity';
import { CatalogImportService } from '../catalog-import.service';
import { toNamedUuid } from '../scanner/units/media-uuid';
import { LibraryRepository } from './library.repository';

/** Namespace of the UUIDs that are derived from library names. */
const LIBRARY_NAMESPACE = '8c1f4b52-5a0e-5b43-9c1c-2f6f0f4f7a11';
const PAGE_SIZE = 500;
/** Maximum number of characters of a name or id that an error repeats. */
const QUOTED_MAX_CHARS = 80;

interface NewLibrary {
  readonly name: string;
  readonly kind: LibraryKind;
  /** UUID. Default: derived from the name. */
  readonly libraryId?: string;
}

/** Creates, renames and finds libraries for operators, by id or by name. */
@Injectable()
export class LibrariesService {
  constructor(
    private readonly libraries: LibraryRepository,
    private readonly imports: CatalogImportService,
  ) {}

  /**
   * Returns the library with this id or name, or null. Cleans the name before the comparison, as the catalog does
   * before it stores a name. Throws an `OperatorError` for an ambiguous name.
   */
  async find(idOrName: string): Promise<LibraryEntity | null> {
    const [library, ...others] = await this.libraries.find(cleanCatalogLine(idOrName));
    if (others.length > 0) {
      throw new OperatorError(`More than one library has the name ${quote(idOrName)}. Give the id instead.`);
    }
    return library ?? null;
  }

  /** Like `find`, but throws an `OperatorError` if there is no such library. */
  async require(idOrName: string): Promise<LibraryEntity> {
    const library = await this.find(idOrName);
    if (library === null) throw new OperatorError(`There is no library ${quote(idOrName)}: see \`libraries list\`.`);
    return library;
  }

  /** Yields all libraries in the order of their ids. Reads them in pages. */
  list(): AsyncGenerator<LibraryEntity, void> {
    return readInPages(
      (after, limit) => this.libraries.listAfter(after, limit),
      (library) => library.library_id,
      PAGE_SIZE,
    );
  }

  /** Creates a library and returns its id. Throws an `OperatorError` if its id or name is invalid or in use. */
  async create({ name: text, kind, libraryId: chosenId }: NewLibrary): Promise<string> {
    const name = await this.requireFreeName(text);
    const libraryId = chosenId === undefined ? toLibraryId(name) : requireLibraryId(chosenId);
    if ((await this.libraries.findById(libraryId)) !== null) {
      // A renamed library keeps the id of its first name, so an id can be in use although the name is free.
      throw new OperatorError(`The library id ${libraryId} is in use: give another one with --id.`);
    }
    await this.imports.importLibrary({ libraryId, name, libraryKind: kind });
    return libraryId;
  }

  /** Renames a library and returns its stored name. Throws an `OperatorError` if the name is invalid or in use. */
  async rename({ library_id: libraryId, library_kind: libraryKind }: LibraryEntity, text: string): Promise<string> {
    const name = await this.requireFreeName(text);
    await this.imports.importLibrary({ libraryId, name, libraryKind });
    return name;
  }

  private async requireFreeName(text: string): Promise<string> {
    const name = requireLibraryName(text);
    const [existing] = await this.libraries.find(name);
    if (existing !== undefined) throw new OperatorError(`The library ${existing.library_id} has this name already.`);
    return name;
  }
}

/**
 * Returns the name of a library as the catalog stores it. Throws an `OperatorError` for a UUID, which commands would
 * read as an id.
 */
export function requireLibraryName(text: string): string {
  const name = cleanCatalogLine(text);
  if (findUuid(name) !== null) throw new OperatorError('The name of a library must not be a UUID.');
  return name;
}

/** Returns the id of a library that is created without an id. `name` is the stored name. */
export function toLibraryId(name: string): string {
  return toNamedUuid(LIBRARY_NAMESPACE, name);
}

function requireLibraryId(text: string): string {
  const libraryId = findUuid(text);
  if (libraryId === null || isReservedUuid(libraryId)) {
    throw new OperatorError('--id must be a UUID, neither nil nor max.');
  }
  return libraryId;
}

function quote(idOrName: string): string {
  return JSON.stringify(idOrName.slice(0, QUOTED_MAX_CHARS));
}
