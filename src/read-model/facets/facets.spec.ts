import { countedFacets, facetKey, toFacets } from './facets';
import type { MediaSource } from '../source/media-source';

const MOVIE: MediaSource = {
  library_id: '00000000-0000-4000-8000-000000000001',
  media_id: '00000000-0000-4000-8000-000000000002',
  media_kind: 'movie',
  series_id: null,
  season_id: null,
  season_number: null,
  episode_number: null,
  absolute_number: null,
  title: 'The General',
  original_title: null,
  sort_title: null,
  aliases: [],
  year: 1926,
  release_date: null,
  runtime_minutes: 79,
  overview: null,
  tagline: null,
  genres: ['Comedy', 'comedy ', 'Action'],
  keywords: [],
  people: [
    { name: 'Buster Keaton', role: 'director' },
    { name: 'Buster Keaton', role: 'actor' },
  ],
  studios: [],
  countries: ['United States'],
  original_language: 'en',
  content_rating: null,
  collection: 'Keaton Comedies',
  popularity: null,
  provider_related: [],
  external_ids: {},
  available: true,
  content_hash: 'h',
  series: null,
};

const keysOf = (source: MediaSource): string[] => toFacets(source).map((facet) => `${facet.kind}:${facet.key}`);

describe('toFacets', () => {
  it('returns one facet for all spellings of a value, and one for all roles of a person', () => {
    expect(keysOf(MOVIE)).toEqual([
      'genre:comedy',
      'genre:action',
      'release_decade:1920',
      'runtime_bucket:60-89',
      'media_kind:movie',
      'language:en',
      'country:united states',
      'person:buster keaton',
      'collection:keaton comedies',
    ]);
  });

  it.each([
    [0, []],
    [1, ['runtime_bucket:0-29']],
    [29, ['runtime_bucket:0-29']],
    [30, ['runtime_bucket:30-59']],
    [149, ['runtime_bucket:120-149']],
    [150, ['runtime_bucket:150+']],
    [900, ['runtime_bucket:150+']],
  ])('maps a runtime of %i minutes to %j', (runtime_minutes, expected) => {
    expect(keysOf({ ...MOVIE, runtime_minutes }).filter((key) => key.startsWith('runtime'))).toEqual(expected);
  });

  it('uses the values of the series where an episode has none', () => {
    const series = {
      media_id: '00000000-0000-4000-8000-000000000009',
      title: 'Serial',
      original_title: null,
      aliases: [],
      genres: ['Drama'],
      countries: ['France'],
      original_language: 'fr',
      content_rating: 'TV-PG',
      year: 1915,
      content_hash: 'c'.repeat(32),
    };
    const episode: MediaSource = {
      ...MOVIE,
      media_kind: 'episode',
      genres: [],
      countries: [],
      original_language: null,
      series,
    };
    expect(keysOf(episode)).toEqual(
      expect.arrayContaining(['genre:drama', 'country:france', 'language:fr', 'content_rating:tv-pg']),
    );
  });

  it('labels a language that is not a language tag with the text of the catalog', () => {
    const facet = toFacets({ ...MOVIE, original_language: 'English (US)' }).find(({ kind }) => kind === 'language');
    expect(facet).toEqual({ kind: 'language', key: 'english (us)', label: 'English (US)' });
  });
});

describe('countedFacets', () => {
  it('counts all facets of a movie, and the kinds without a value as missing', () => {
    const counted = countedFacets('movie', toFacets(MOVIE)).map((facet) => `${facet.kind}:${facet.key}`);
    expect(counted).toEqual([...keysOf(MOVIE), 'content_rating:']);
  });

  it('counts only the media kind of an episode', () => {
    const facets = toFacets({ ...MOVIE, media_kind: 'episode' });
    expect(countedFacets('episode', facets).map((facet) => facet.key)).toEqual(['episode']);
  });
});

describe('facetKey', () => {
  it('ignores case, width, and the kind and amount of white space, but not accents', () => {
    expect(facetKey('  Ｄrama \u00a0 Film ')).toBe('drama film');
    expect(facetKey('Zoé')).not.toBe(facetKey('Zoe'));
  });
});
