import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { SecurityLog } from '../common/logging/security-log';
import { formatMediaId, type MediaId } from '../common/media-id';
import { hasScope, listWritableLibraryIds, type Principal } from '../common/principal';
import { Problem } from '../common/problems/problem';
import { toUsernameKey } from '../common/text/username';
import { CatalogImportService } from './catalog-import.service';
import { CatalogRemovalService } from './removal/catalog-removal.service';
import type { ImportResult } from './import-run';
import { untilDeadline } from './timed-source';

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
    private readonly log: SecurityLog,
  ) {}

  /**
   * Imports NDJSON. Throws `overloaded` when three imports are already running, `payload-too-large` when the body exceeds
   * `IMPORT_BODY_LIMIT_BYTES`, and `timeout` when the body is not complete after `IMPORT_TIMEOUT_MS`.
   */
  async import(principal: Principal, source: AsyncIterable<Buffer>): Promise<ImportResult> {
    if (this.running >= PARALLEL_IMPORTS) throw Problem.overloaded(RETRY_AFTER_SECONDS);
    this.running += 1;
    let result: ImportResult | null = null;
    try {
      result = await this.imports.importLines(untilDeadline(source, this.config.http.importTimeoutMs), {
        libraryIds: listWritableLibraryIds(principal),
        watched: {
          libraryIds: principal.libraryIds,
          usernameKey: hasScope(principal, 'watch-states:write') ? null : toUsernameKey(principal.username),
        },
        maxBytes: this.config.http.importBodyLimitBytes,
      });
      return result;
    } finally {
      this.running -= 1;
      const { accepted, unchanged, rejected } = result ?? {};
      const details = { accepted, unchanged, rejected };
      this.log.record({ event: 'import', outcome: result === null ? 'failure' : 'success', target: null, details });
    }
  }

  /** Removes an item and all items below it. Throws `not-found`. */
  async removeItem(principal: Principal, mediaId: MediaId): Promise<void> {
    await this.removals.removeItem(toWriter(principal), mediaId);
    this.log.record({ event: 'item-deleted', outcome: 'success', target: formatMediaId(mediaId.kind, mediaId.uuid) });
  }

  /** Removes a library and all items in it. Throws `not-found`. */
  async removeLibrary(principal: Principal, libraryId: string): Promise<void> {
    await this.removals.removeLibrary(toWriter(principal), libraryId);
    this.log.record({ event: 'library-deleted', outcome: 'success', target: libraryId });
  }
}

/** The caller, who sees only what they may write. Other libraries are as absent for removals. */
function toWriter(principal: Principal): Principal {
  return { ...principal, libraryIds: listWritableLibraryIds(principal) };
}
