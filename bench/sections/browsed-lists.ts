import { type ApiRequest, post } from '../api-client';
import { type Scratch, withDatabase } from '../processes';

/** Number of watch states that each account gets. */
const WATCHED = 6_000;

const MOVIES = { media_kinds: ['movie'] };

/** Requests for lists without a search text, keyed by name. Some have common, rare or correlated filters. */
export const BROWSED_LISTS: Readonly<Record<string, ApiRequest>> = {
  'recently added': browse({}),
  'by year': browse({ sort: 'year', ...MOVIES }),
  'by title': browse({ sort: 'title', ...MOVIES }),
  'short comedies of the nineties': browse({
    sort: 'popularity',
    ...MOVIES,
    filters: {
      year: { gte: 1990, lte: 1999 },
      genres: { any: ['Comedy'] },
      runtime_minutes: { lte: 90 },
      watch_states: ['unwatched'],
    },
  }),
  'a rare combination': browse({
    sort: 'title',
    ...MOVIES,
    filters: { genres: { all: ['War', 'Musical', 'Comedy'] }, languages: ['ja', 'pt'] },
  }),
  'watched last': browse({ sort: 'last_watched' }),
  'a country and a genre': browse({
    sort: 'year',
    filters: { countries: ['Japan'], genres: { any: ['Horror'] } },
  }),
};

function browse(body: object): ApiRequest {
  return post('items:browse', body);
}

/** Stores watch states of every account for the same `WATCHED` movies and episodes. */
export async function storeWatchStates(scratch: Scratch): Promise<void> {
  await withDatabase(scratch, async (database) => {
    await database.query(
      `INSERT INTO watch_states (library_id, user_id, media_id, state, position_seconds, duration_seconds,
                                 threshold_percent, last_watched_at)
       SELECT m.library_id, u.user_id, m.media_id, CASE WHEN number % 9 = 0 THEN 'in_progress' ELSE 'completed' END,
              60, 3600, 90, now() - number * interval '1 minute'
         FROM users u
        CROSS JOIN (SELECT library_id, media_id, row_number() OVER (ORDER BY content_hash) AS number FROM media_items
                     WHERE media_kind IN ('movie', 'episode') ORDER BY content_hash LIMIT ${WATCHED}) AS m
           ON CONFLICT DO NOTHING`,
    );
    await database.query('ANALYZE watch_states');
  });
}
