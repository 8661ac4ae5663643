import { Injectable } from '@nestjs/common';
import type { MediaRefBase } from '../../database/entities/read-model/media-context.entity';
import type { ReadScope } from '../../database/read-scope';
import { visibleOwnerKeys } from '../../read-model/artifacts/artifact-owners';
import type { NextUpItem } from './next-up.dto';
import { NEXT_UP } from './next-up.sql';

/** The next episode of a series that the caller has begun. The watch states of specials are ignored. */
export interface NextUpRow {
  /** When the caller last watched the series, as a text that sorts by time (see `timestampKey`). */
  readonly key: string;
  /** UUID of the series. */
  readonly id: string;
  /** State of the episode that the caller watched last. */
  readonly last_state: NextUpItem['state'];
  /** Media id of the episode that the caller watched last; null if it is not available. */
  readonly last_media_id: string | null;
  readonly last_watched_at: Date;
  readonly media: MediaRefBase;
  readonly summary_text: string;
  /** Null if the caller has no watch state of the next episode. */
  readonly state: NextUpItem['state'] | null;
  readonly position_seconds: number | null;
  readonly duration_seconds: number | null;
  readonly artifact_ids: string[];
}

/** `NEXT_UP` returns one row with the `id` null if there is no next episode. */
type SelectedRow = { readonly is_cut: boolean } & (NextUpRow | { readonly id: null });

interface NextUpRows {
  readonly rows: NextUpRow[];
  /** Whether series may be missing, because the caller has too many watch states (see `NEXT_UP`). */
  readonly isCut: boolean;
}

interface NextUpSelection {
  /** The requested libraries; null for all. */
  readonly libraryIds: readonly string[] | null;
  /** `key` and `id` of the row before the page; null for the first page. */
  readonly after: readonly [string, string] | null;
  readonly maxRows: number;
  readonly artifactLimit: number;
}

/** Reads the next episodes of the caller. */
@Injectable()
export class NextUpRepository {
  /**
   * Returns the next episodes. The series that was watched last comes first. Takes one round trip, or more on a
   * distributed database.
   */
  async listNextUp(
    scope: ReadScope,
    { libraryIds, after, maxRows, artifactLimit }: NextUpSelection,
  ): Promise<NextUpRows> {
    const rows = await scope.rows<SelectedRow>(NEXT_UP, [
      scope.libraryIds,
      scope.principal.userId,
      libraryIds,
      after?.[0] ?? null,
      after?.[1] ?? null,
      maxRows,
      visibleOwnerKeys(scope.principal),
      artifactLimit,
    ]);
    return {
      rows: rows.filter((row) => row.id !== null),
      isCut: rows[0]?.is_cut ?? false,
    };
  }
}
