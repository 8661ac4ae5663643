/** How commands name libraries: by id or by name. */
import type { INestApplicationContext } from '@nestjs/common';
import { LibrariesService } from '../../catalog/libraries/libraries.service';
import { findUuid } from '../../common/media-id';

/** The id of a library, given by its id or name. Throws a `LibraryError` if there is none, or several have the name. */
export async function requireLibraryId(app: INestApplicationContext, idOrName: string): Promise<string> {
  return (await app.get(LibrariesService, { strict: false }).require(idOrName)).library_id;
}

/** As `requireLibraryId`, for several libraries. Undefined stays undefined. */
export async function requireLibraryIds(
  app: INestApplicationContext,
  idsOrNames: readonly string[] | undefined,
): Promise<string[] | undefined> {
  if (idsOrNames === undefined) return undefined;
  const libraryIds: string[] = [];
  for (const idOrName of idsOrNames) libraryIds.push(await requireLibraryId(app, idOrName));
  return libraryIds;
}

/** As `requireLibraryIds`, for libraries that may have been deleted: an id is accepted even if no library has it. */
export async function findLibraryIds(
  app: INestApplicationContext,
  idsOrNames: readonly string[] | undefined,
): Promise<string[] | undefined> {
  if (idsOrNames === undefined) return undefined;
  const libraryIds: string[] = [];
  for (const idOrName of idsOrNames) libraryIds.push(findUuid(idOrName) ?? (await requireLibraryId(app, idOrName)));
  return libraryIds;
}
