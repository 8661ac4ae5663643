import { Injectable } from '@nestjs/common';
import { compareCodePoints } from '../../common/text/code-point-order';
import { perLibrary } from '../../database/distribution/per-library';
import type { ReadScope, Statement } from '../../database/read-scope';
import { LISTED_LIBRARIES_MAX, type LibraryReadModel, type ReadModelsResponse } from './read-models.dto';

/**
 * The state of each library. `last_error` is that of the latest failure: `DirtyKeyStore.postpone` sets `not_before` to
 * the time of the failure plus 2 ^ (attempts - 1) seconds. Parameter: $1 ids of the visible libraries, or null for all.
 * On one server, the subqueries count the rows of all libraries, and the joins keep those of the listed ones. The form
 * for one library names the library for every table, so that one node runs the whole statement.
 */
const LIBRARIES: Statement = perLibrary(
  { name: 'read-models-libraries', library: 1, parameters: 1, merge: mergeByName },
  (libraries) => `
SELECT l.library_id, l.name, l.revision::float8 AS revision, coalesce(c.ready, 0) AS ready, coalesce(c.stale, 0) AS stale,
       coalesce(q.queued, 0) AS queued, coalesce(q.quarantined, 0) AS quarantined,
       to_char(q.oldest AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS oldest_dirty_at, q.last_error
  FROM (SELECT * FROM libraries l WHERE ${libraries.has('l.library_id')} ORDER BY name COLLATE "C", library_id LIMIT ${LISTED_LIBRARIES_MAX}) AS l
  LEFT JOIN (
    SELECT library_id, (count(*) FILTER (WHERE status = 'ready'))::integer AS ready,
           (count(*) FILTER (WHERE status = 'stale'))::integer AS stale
      FROM intelligence_media_context${libraries.isSingle ? ` WHERE ${libraries.has('library_id')}` : ''} GROUP BY library_id
  ) AS c USING (library_id)
  LEFT JOIN (
    SELECT library_id, count(*)::integer AS queued, (count(*) FILTER (WHERE quarantined))::integer AS quarantined,
           min(enqueued_at) AS oldest,
           (array_agg(last_error ORDER BY not_before - 2 ^ (attempts - 1) * interval '1 second' DESC)
              FILTER (WHERE last_error IS NOT NULL))[1] AS last_error
      FROM intelligence_dirty_keys${libraries.isSingle ? ` WHERE ${libraries.has('library_id')}` : ''} GROUP BY library_id
  ) AS q USING (library_id)
 ORDER BY l.name COLLATE "C", l.library_id`,
);

function mergeByName(rows: readonly LibraryReadModel[]): LibraryReadModel[] {
  const sorted = rows.toSorted((a, b) => compareCodePoints(a.name, b.name) || (a.library_id < b.library_id ? -1 : 1));
  return sorted.slice(0, LISTED_LIBRARIES_MAX);
}

/** Reads the state of the read model, for administrators only, because the statement counts all rows. */
@Injectable()
export class ReadModelsRepository {
  /** Returns the state of the libraries that the caller may see, at most `LISTED_LIBRARIES_MAX`, by name. */
  async readState(scope: ReadScope): Promise<ReadModelsResponse> {
    return { libraries: await scope.rows<LibraryReadModel>(LIBRARIES, [scope.libraryIds]) };
  }
}
