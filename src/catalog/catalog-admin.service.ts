import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import type { MediaId } from '../common/media-id';
import { hasScope, listWritableLibraryIds, type Principal } from '../common/principal';
import { Problem } from '../common/problems/problem';
import { toUsernameKey } from '../common/text/username';
import { CatalogImportService } from './catalog-import.service';
import { CatalogRemovalService } from './removal/catalog-removal.service';
import type { ImportResult } from './import-run';

/**
 * Maximum number of concurrent imports over HTTP. Each import uses a database connection and keeps up to two batches in
 * memory.
 */
const PARALLEL_IMPORTS = 3;
const RETRY_AFTER_SECONDS = 5;

/** Imports and removals for the admin routes, limited to the libraries that the caller may write. */
@Injectable()
export class CatalogAdminService {
  private running = 0;

  constructor(
    private readonly imports: CatalogImportService,
    private readonly removals: CatalogRemovalService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Imports NDJSON. Throws `overloaded` when three imports are already running, and `payload-too-large` when the body
   * exceeds `IMPORT_BODY_LIMIT_BYTES`.
   */
  async import(principal: Principal, source: AsyncIterable<Buffer>): Promise<ImportResult> {
    if (this.running >= PARALLEL_IMPORTS) throw Problem.overloaded(RETRY_AFTER_SECONDS);
    this.running += 1;
    try {
      return await this.imports.importLines(source, {
        libraryIds: listWritableLibraryIds(principal),
        watched: {
          libraryIds: principal.libraryIds,
          usernameKey: hasScope(principal, 'watch-states:write') ? null : toUsernameKey(principal.username),
        },
        maxBytes: this.config.http.importBodyLimitBytes,
      });
    } finally {
      this.running -= 1;
    }
  }

  /** Removes an item and all items below it. Throws `not-found`. */
  removeItem(principal: Principal, mediaId: MediaId): Promise<void> {
    return this.removals.removeItem(toWriter(principal), mediaId);
  }

  /** Removes a library and all items in it. Throws `not-found`. */
  removeLibrary(principal: Principal, libraryId: string): Promise<void> {
    return this.removals.removeLibrary(toWriter(principal), libraryId);
  }
}

/** The caller, who sees only what they may write. Other libraries are as absent for removals. */
function toWriter(principal: Principal): Principal {
  return { ...principal, libraryIds: listWritableLibraryIds(principal) };
}
