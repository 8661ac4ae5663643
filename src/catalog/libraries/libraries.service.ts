import { Injectable } from '@nestjs/common';
import { isReservedUuid, findUuid } from '../../common/media-id';
import { OperatorError } from '../../common/problems/operator-error';
import type { LibraryEntity, LibraryKind } from '../../database/entities/catalog/library.entity';
import { CatalogImportService } from '../catalog-import.service';
import { toNamedUuid } from '../scanner/units/media-uuid';
import { LibraryRepository } from './library.repository';

/** Namespace of library ids that are derived from a name, so that a name gives the same id everywhere. */
const LIBRARY_NAMESPACE = '8c1f4b52-5a0e-5b43-9c1c-2f6f0f4f7a11';
const PAGE = 500;
/** Characters of a given name or id that a message repeats. */
const SHOWN_CHARS = 80;

/** A library to create. Its id is derived from the name unless one is given. */
export interface NewLibrary {
  readonly name: string;
  readonly kind: LibraryKind;
  readonly libraryId?: string;
}

/** The library does not exist, is not unique, or cannot be created or renamed. */
export class LibraryError extends OperatorError {
  override readonly name = 'LibraryError';
}

/** Creates, renames and finds libraries for operators, by id or by name. */
@Injectable()
export class LibrariesService {
  constructor(
    private readonly libraries: LibraryRepository,
    private readonly imports: CatalogImportService,
  ) {}

  /** The library with this id or exactly this name, or null. Throws a `LibraryError` if several have this name. */
  async find(idOrName: string): Promise<LibraryEntity | null> {
    const [library, ...others] = await this.libraries.find(idOrName);
    if (others.length > 0) {
      throw new LibraryError(`More than one library has the name ${show(idOrName)}. Give the id instead.`);
    }
    return library ?? null;
  }

  /** As `find`, but throws a `LibraryError` if there is no such library. */
  async require(idOrName: string): Promise<LibraryEntity> {
    const library = await this.find(idOrName);
    if (library === null) throw new LibraryError(`There is no library ${show(idOrName)}: see \`libraries list\`.`);
    return library;
  }

  /** All libraries in the order of their ids, read in pages. */
  async *list(): AsyncGenerator<LibraryEntity, void> {
    let after: string | null = null;
    for (;;) {
      const page: LibraryEntity[] = await this.libraries.listAfter(after, PAGE);
      yield* page;
      after = page.at(-1)?.library_id ?? null;
      if (page.length < PAGE) return;
    }
  }

  /** Creates a library; gives its id. Throws a `LibraryError` if its id or name is invalid or in use. */
  async create({ name, kind, libraryId: given }: NewLibrary): Promise<string> {
    await this.requireFreeName(name);
    const libraryId = given === undefined ? toLibraryId(name) : requireLibraryId(given);
    if ((await this.libraries.findById(libraryId)) !== null) {
      // A library that had this name was renamed, or the given id is in use.
      throw new LibraryError(`The library id ${libraryId} is in use: give another one with --id.`);
    }
    await this.write(libraryId, name, kind);
    return libraryId;
  }

  /** Renames a library. Throws a `LibraryError` if the name is invalid or in use. */
  async rename({ library_id: libraryId, library_kind: kind }: LibraryEntity, name: string): Promise<void> {
    await this.requireFreeName(name);
    await this.write(libraryId, name, kind);
  }

  private async requireFreeName(name: string): Promise<void> {
    if (findUuid(name) !== null) throw new LibraryError('The name of a library must not be a UUID.');
    const [existing] = await this.libraries.find(name);
    if (existing !== undefined) throw new LibraryError(`The library ${existing.library_id} has this name already.`);
  }

  /** Writes through an import, which also updates the read model. */
  private async write(libraryId: string, name: string, kind: LibraryKind): Promise<void> {
    const record = { type: 'library', library_id: libraryId, name, library_kind: kind };
    const { rejected, errors } = await this.imports.importRecords([record]);
    if (rejected > 0) throw new LibraryError(`The catalog refused the library: ${errors[0]?.message}`);
  }
}

/** The id of a library that is created by its name alone. */
export function toLibraryId(name: string): string {
  return toNamedUuid(LIBRARY_NAMESPACE, name);
}

function requireLibraryId(given: string): string {
  const libraryId = findUuid(given);
  if (libraryId === null || isReservedUuid(libraryId)) throw new LibraryError('--id must be a UUID.');
  return libraryId;
}

function show(given: string): string {
  return JSON.stringify(given.slice(0, SHOWN_CHARS));
}
