import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import type { MediaId } from '../common/media-id';
import type { Principal } from '../common/principal';
import { Problem } from '../common/problems/problem';
import { CatalogImportService } from './catalog-import.service';
import { CatalogRemovalService } from './removal/catalog-removal.service';
import type { ImportResult } from './import-run';

/** Imports over HTTP that run at once: each holds a connection to the database and up to two batches in memory. */
const PARALLEL_IMPORTS = 3;
const RETRY_AFTER_SECONDS = 5;

/** What callers of the admin routes may do to the catalog: only to libraries that they see. */
@Injectable()
export class CatalogAdminService {
  private running = 0;

  constructor(
    private readonly imports: CatalogImportService,
    private readonly removals: CatalogRemovalService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Imports NDJSON. Throws `overloaded` while too many imports run, `payload-too-large` beyond the limit. */
  async import(principal: Principal, source: AsyncIterable<Buffer>): Promise<ImportResult> {
    if (this.running >= PARALLEL_IMPORTS) throw Problem.overloaded(RETRY_AFTER_SECONDS);
    this.running += 1;
    try {
      return await this.imports.importLines(source, {
        libraryIds: principal.libraryIds,
        maxBytes: this.config.http.importBodyLimitBytes,
      });
    } finally {
      this.running -= 1;
    }
  }

  /** Removes an item with all below it. Throws `not-found`. */
  removeItem(principal: Principal, mediaId: MediaId): Promise<void> {
    return this.removals.removeItem(principal, mediaId);
  }

  /** Removes a library with all that is in it. Throws `not-found`. */
  removeLibrary(principal: Principal, libraryId: string): Promise<void> {
    return this.removals.removeLibrary(principal, libraryId);
  }
}
