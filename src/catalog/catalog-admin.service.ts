import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { SecurityLog } from '../common/logging/security-log';
import { formatMediaId, type MediaId } from '../common/media-id';
import { Problem } from '../common/problems/problem';
import { hasScope, listWritableLibraryIds, type Principal } from '../common/principal';
import { throwIfRequestAborted } from '../common/request-context';
import { toUsernameKey } from '../common/text/username';
import type { CatalogImportResult } from './catalog-import.dto';
import { CatalogImportService } from './catalog-import.service';
import { ImportSlots } from './ingest/import-slots';
import { limitDuration } from './ingest/lines/source-limits';
import { CatalogRemovalStore } from './removal/catalog-removal.store';
import type { Removal } from './removal/removal-plan';

/**
 * Maximum number of concurrent imports over HTTP. Each import uses up to two database connections and keeps up to two
 * batches in memory.
 */
const PARALLEL_IMPORTS = 3;

/** Runs imports and removals for the admin routes, with the rights of the caller. */
@Injectable()
export class CatalogAdminService {
  private readonly slots: ImportSlots;

  constructor(
    private readonly imports: CatalogImportService,
    private readonly removals: CatalogRemovalStore,
    @Inject(CONFIG) private readonly config: Config,
    private readonly log: SecurityLog,
  ) {
    this.slots = new ImportSlots(PARALLEL_IMPORTS, config.limits.waitMs);
  }

  /**
   * Imports NDJSON. While three imports are running, waits for its turn. Throws `overloaded` when its turn does not
   * come within `WAIT_MS`, or when too many imports wait; `payload-too-large` when the body exceeds
   * `IMPORT_BODY_LIMIT_BYTES`; `timeout` when the body is not complete `IMPORT_TIMEOUT_MS` after the wait.
   */
  import(principal: Principal, source: AsyncIterable<Buffer>): Promise<CatalogImportResult> {
    return this.slots.run(() => this.importInSlot(principal, source));
  }

  private async importInSlot(principal: Principal, source: AsyncIterable<Buffer>): Promise<CatalogImportResult> {
    // Stops here if the client disconnected during the wait.
    throwIfRequestAborted();
    let result: CatalogImportResult | null = null;
    try {
      result = await this.imports.importLines(limitDuration(source, this.config.http.importTimeoutMs), {
        libraryIds: listWritableLibraryIds(principal),
        watchStateRules: {
          libraryIds: principal.libraryIds,
          usernameKey: hasScope(principal, 'watch-states:write') ? null : toUsernameKey(principal.username),
        },
        maxBytes: this.config.http.importBodyLimitBytes,
      });
      return result;
    } finally {
      const { accepted, unchanged, rejected } = result ?? {};
      const details = { accepted, unchanged, rejected };
      this.log.record({ event: 'import', outcome: result === null ? 'failure' : 'success', target: null, details });
    }
  }

  /** Removes an item and all items below it. Throws `not-found`. */
  async removeItem(principal: Principal, mediaId: MediaId): Promise<void> {
    await this.remove(principal, { type: 'delete_media', kind: mediaId.kind, mediaId: mediaId.uuid });
    this.log.record({ event: 'item-deleted', outcome: 'success', target: formatMediaId(mediaId.kind, mediaId.uuid) });
  }

  /** Removes a library and all items in it. Throws `not-found`. */
  async removeLibrary(principal: Principal, libraryId: string): Promise<void> {
    await this.remove(principal, { type: 'delete_library', libraryId });
    this.log.record({ event: 'library-deleted', outcome: 'success', target: libraryId });
  }

  /** Throws `not-found` if nothing was removed, for example because the caller may not write to the library. */
  private async remove(principal: Principal, removal: Removal): Promise<void> {
    const removed = await this.removals.removeAll([removal], listWritableLibraryIds(principal));
    if (removed === 0) throw Problem.notFound();
  }
}
