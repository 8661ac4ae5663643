/** Reads the stored items among the media ids `$1`. */
export const READ_TARGETS_SQL = `
SELECT library_id, media_id, media_kind, series_id, season_id FROM media_items WHERE media_id = ANY($1::uuid[])`;

/**
 * Selects at most `$6` items to remove from library `$1`, children first: the items `$2`, all seasons and episodes of
 * the series `$3`, and all episodes of the seasons `$5`. `$4` are the series of these seasons, so that PostgreSQL can
 * use the index `media_items_series_ix`.
 */
export const NEXT_ITEMS_OF_TARGETS_SQL = `
SELECT media_id
  FROM (SELECT media_id, media_kind FROM media_items WHERE library_id = $1 AND media_id = ANY($2::uuid[])
        UNION
        SELECT media_id, media_kind FROM media_items WHERE library_id = $1 AND series_id = ANY($3::uuid[])
        UNION
        SELECT media_id, media_kind FROM media_items
         WHERE library_id = $1 AND series_id = ANY($4::uuid[]) AND season_id = ANY($5::uuid[])) AS target
 ORDER BY CASE media_kind WHEN 'episode' THEN 0 WHEN 'season' THEN 1 ELSE 2 END, media_id
 LIMIT $6`;

/** Selects at most `$4` items of library `$1` with a kind in `$2` after the id `$3`; null means from the first item. */
export const NEXT_ITEMS_OF_LIBRARY_SQL = `
SELECT media_id FROM media_items
 WHERE library_id = $1 AND media_kind = ANY($2::text[]) AND ($3::uuid IS NULL OR media_id > $3)
 ORDER BY media_id LIMIT $4`;

/** Deletes items; a cascade deletes their watch states. */
export const DELETE_ITEMS_SQL = `DELETE FROM media_items WHERE library_id = $1 AND media_id = ANY($2::uuid[])`;

/** Deletes a library and returns its revision and name; fails while it has items. */
export const DELETE_LIBRARY_SQL = 'DELETE FROM libraries WHERE library_id = $1 RETURNING revision, name';
