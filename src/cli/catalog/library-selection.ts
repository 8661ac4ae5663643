/** Finds the libraries that the options of commands specify by id or by name. */
import type { INestApplicationContext } from '@nestjs/common';
import { LibrariesService } from '../../catalog/libraries/libraries.service';
import { findUuid } from '../../common/media-id';

/** Returns the id of the library with this id or name. Throws an `OperatorError` if there is none or more than one. */
export async function requireLibraryId(app: INestApplicationContext, idOrName: string): Promise<string> {
  return (await app.get(LibrariesService).require(idOrName)).library_id;
}

/** As `requireLibraryId`, for several libraries. Undefined stays undefined. */
export async function requireLibraryIds(
  app: INestApplicationContext,
  idsOrNames: readonly string[] | undefined,
): Promise<string[] | undefined> {
  return idsOrNames && Promise.all(idsOrNames.map((idOrName) => requireLibraryId(app, idOrName)));
}

/** As `requireLibraryIds`, for libraries that may have been deleted: a UUID is returned even if no library has it. */
export async function findLibraryIds(
  app: INestApplicationContext,
  idsOrNames: readonly string[] | undefined,
): Promise<string[] | undefined> {
  return (
    idsOrNames && Promise.all(idsOrNames.map(async (idOrName) => findUuid(idOrName) ?? requireLibraryId(app, idOrName)))
  );
}
