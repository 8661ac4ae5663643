import { Injectable } from '@nestjs/common';
import type { MediaRefBase } from '../../database/entities/read-model/media-context.entity';
import type { ReadScope } from '../../database/read-pool';
import { visibleOwnerKeys } from '../../read-model/artifacts/artifact-owners';
import type { NextUpItem } from './next-up.dto';
import { NEXT_UP } from './next-up.sql';

/** The next episode of a series. */
export interface NextUpRow {
  /** When the series was watched last, as PostgreSQL writes it. */
  readonly key: string;
  /** UUID of the series. */
  readonly id: string;
  readonly last_state: NextUpItem['state'];
  readonly last_media_id: string;
  readonly last_watched_at: Date;
  readonly media: MediaRefBase;
  readonly summary_text: string;
  /** Null if the caller has no state of the episode. */
  readonly state: NextUpItem['state'] | null;
  readonly position_seconds: number | null;
  readonly duration_seconds: number | null;
  readonly artifact_ids: string[];
  /** Whether the caller has more watch states than are read. */
  readonly is_cut: boolean;
}

/** Which rows to read. */
export interface NextUpSelection {
  readonly libraryIds: readonly string[] | null;
  readonly after: readonly [string, string] | null;
  readonly rows: number;
  readonly artifactLimit: number;
}

/** Reads the next episodes of the caller. */
@Injectable()
export class NextUpRepository {
  /** The next episodes, the series watched last first. Takes one round trip. */
  list(scope: ReadScope, { libraryIds, after, rows, artifactLimit }: NextUpSelection): Promise<NextUpRow[]> {
    return scope.rows<NextUpRow>(NEXT_UP, [
      scope.libraryIds,
      scope.principal.userId,
      libraryIds,
      after?.[0] ?? null,
      after?.[1] ?? null,
      rows,
      visibleOwnerKeys(scope.principal),
      artifactLimit,
    ]);
  }
}
