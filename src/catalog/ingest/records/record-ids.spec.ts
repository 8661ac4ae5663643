import {
  columnsOf,
  episode,
  itRefuses,
  library,
  LIBRARY,
  MAX,
  movie,
  NIL,
  OTHER,
  season,
  series,
  UUID,
  watched,
  type RefusedLine,
} from '../../../../test/support/catalog/record-lines';
import { readRecord } from './record-reader';

const REFUSED: readonly RefusedLine[] = [
  ['an id without kind', { ...movie, media_id: UUID }, 'invalid-media-id', 'media_id'],
  ['an id of another kind', { ...movie, media_id: `series:${UUID}` }, 'invalid-media-id', 'media_id'],
  ['an id in braces', { ...movie, media_id: `movie:{${UUID}}` }, 'invalid-media-id', 'media_id'],
  ['an id with white space', { ...movie, media_id: `movie:${UUID} ` }, 'invalid-media-id', 'media_id'],
  ['a movie id as series id', { ...season, series_id: `movie:${OTHER}` }, 'invalid-media-id', 'series_id'],
  ['a series id as season id', { ...episode, season_id: `series:${OTHER}` }, 'invalid-media-id', 'season_id'],
  ['a watch state of a series', { ...watched, media_id: `series:${UUID}` }, 'invalid-media-id', 'media_id'],
  ['a watch state of a season', { ...watched, media_id: `season:${UUID}` }, 'invalid-media-id', 'media_id'],
  ['a deletion with an invalid id', { type: 'delete', media_id: 'everything' }, 'invalid-media-id', 'media_id'],
  // Upper case and `Series(…)` are accepted spellings of other ids.
  ...[NIL, MAX.toUpperCase()].flatMap((id): RefusedLine[] => [
    [`the movie ${id}`, { ...movie, media_id: `movie:${id}` }, 'invalid-media-id', 'media_id'],
    [`the series ${id}`, { ...series, media_id: `Series(${id})` }, 'invalid-media-id', 'media_id'],
    [`the season ${id}`, { ...season, media_id: `season:${id}` }, 'invalid-media-id', 'media_id'],
    [`a season of the series ${id}`, { ...season, series_id: `series:${id}` }, 'invalid-media-id', 'series_id'],
    [`the episode ${id}`, { ...episode, media_id: `episode:${id}` }, 'invalid-media-id', 'media_id'],
    [`an episode of the series ${id}`, { ...episode, series_id: `series:${id}` }, 'invalid-media-id', 'series_id'],
    [`an episode of the season ${id}`, { ...episode, season_id: `season:${id}` }, 'invalid-media-id', 'season_id'],
    [`a watch state of the movie ${id}`, { ...watched, media_id: `movie:${id}` }, 'invalid-media-id', 'media_id'],
    [`a movie of the library ${id}`, { ...movie, library_id: id }, 'invalid-library-id', 'library_id'],
  ]),
  ['a library id that is not a UUID', { ...movie, library_id: 'films' }, 'invalid-library-id', 'library_id'],
  ['the nil UUID as a library id', { ...library, library_id: NIL }, 'invalid-library-id', 'library_id'],
  [
    'a deletion of a library with the max UUID',
    { type: 'delete', library_id: MAX.toUpperCase() },
    'invalid-library-id',
    'library_id',
  ],
];

describe('readRecord, for ids', () => {
  itRefuses(REFUSED);

  it.each([NIL, MAX])(
    'accepts the deletion of an item with the UUID %s, because an earlier version stored such items',
    (id) => {
      const record = readRecord(JSON.stringify({ type: 'delete', media_id: `movie:${id}` }), 3);
      expect(record).toEqual({ type: 'delete_media', line: 3, kind: 'movie', mediaId: id });
    },
  );

  it.each(['movie:', 'movies:', 'Movie(', 'MOVIES('])('accepts media ids that begin with %s', (prefix) => {
    const mediaId = `${prefix}${UUID.toUpperCase()}${prefix.endsWith('(') ? ')' : ''}`;
    const record = readRecord(JSON.stringify({ ...movie, media_id: mediaId, library_id: LIBRARY.toUpperCase() }), 3);
    expect(record).toMatchObject({ line: 3, kind: 'movie', mediaId: UUID, libraryId: LIBRARY });
  });

  it('converts related media ids to the canonical form, removes repeated ones and does not change other ids', () => {
    const related = [`Movies(${UUID.toUpperCase()})`, `movie:${UUID}`, 'tmdb:603'];
    expect(columnsOf({ ...movie, provider_related: related })).toMatchObject({
      provider_related: [`movie:${UUID}`, 'tmdb:603'],
    });
  });
});
