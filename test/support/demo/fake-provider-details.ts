/** Details of the titles of the fake provider. */
import { type FakeMovie, type FakeSeries, pick } from './fake-provider-catalog';
import { notFound } from './fake-provider-problem';

const PEOPLE = [
  'Ada Marsh',
  'Boris Lund',
  'Cleo Vance',
  'Dai Ito',
  'Eva Sorel',
  'Finn Okoye',
  'Gita Rao',
  'Hugo Brandt',
  'Ines Calder',
  'Jon Weir',
];

function person(id: number, salt: number): string {
  return `${PEOPLE[pick(PEOPLE.length, id, salt)]} ${pick(40, id, salt, 'n')}`;
}

/** Parts of the details of a title, by the name in `append_to_response`. */
export const PARTS: Readonly<Record<string, ((id: number, kind: 'movie' | 'tv') => unknown) | undefined>> = {
  credits: (id) => ({
    cast: [0, 1, 2, 3].map((order) => ({
      id: order + 1,
      name: person(id, order),
      character: `Role ${order}`,
      order,
      gender: 0,
    })),
    crew: [
      { id: 90, name: person(id, 90), job: 'Director', department: 'Directing' },
      { id: 91, name: person(id, 91), job: 'Screenplay', department: 'Writing' },
      { id: 92, name: person(id, 92), job: 'Caterer', department: 'Crew' },
    ],
  }),
  aggregate_credits: (id) => ({
    cast: [0, 1, 2].map((order) => ({
      id: order + 1,
      name: person(id, order),
      order,
      roles: [{ credit_id: 'c', character: `Role ${order}`, episode_count: 3 }],
      total_episode_count: 3,
    })),
    crew: [{ id: 90, name: person(id, 90), jobs: [{ credit_id: 'd', job: 'Director', episode_count: 1 }] }],
  }),
  release_dates: () => ({
    results: [
      {
        iso_3166_1: 'DE',
        release_dates: [{ certification: '12', descriptors: [], iso_639_1: '', note: '', release_date: '', type: 3 }],
      },
      {
        iso_3166_1: 'US',
        release_dates: [
          { certification: '', type: 1, release_date: '' },
          { certification: 'PG-13', type: 3, release_date: '' },
        ],
      },
    ],
  }),
  content_ratings: () => ({ results: [{ descriptors: [], iso_3166_1: 'US', rating: 'TV-14' }] }),
  alternative_titles: (id) => ({ titles: [{ iso_3166_1: 'FR', title: `Autre titre ${id}`, type: '' }] }),
  keywords: (id, kind) => {
    const keywords = [{ id: 1, name: `keyword ${id % 17}` }];
    return kind === 'movie' ? { keywords } : { results: keywords };
  },
  translations: () => ({ translations: [] }),
  external_ids: (id) => ({ imdb_id: `tt${1_000_000 + id}`, wikidata_id: null, tvdb_id: 50_000 + id }),
};

/** Returns the popularity of a title. */
export function popularityOf(id: number): number {
  return 1000 / (1 + (id % 1000));
}

/** Returns the details of a film. */
export function movieDetail(movie: FakeMovie): Record<string, unknown> {
  return {
    adult: movie.adult,
    backdrop_path: null,
    belongs_to_collection: movie.id % 9 === 0 ? { id: 1, name: `Collection ${movie.id % 5}` } : null,
    budget: 0,
    genres: [
      MOVIE_GENRES[pick(MOVIE_GENRES.length, 'g', movie.id)],
      MOVIE_GENRES[pick(MOVIE_GENRES.length, 'h', movie.id)],
    ],
    homepage: '',
    id: movie.id,
    imdb_id: movie.imdbId,
    original_language: movie.language,
    original_title: movie.originalTitle,
    overview: movie.overview,
    popularity: popularityOf(movie.id),
    poster_path: null,
    production_companies: [{ id: 1, logo_path: null, name: `Studio ${movie.id % 13}`, origin_country: 'US' }],
    production_countries: [{ iso_3166_1: 'US', name: 'United States of America' }],
    release_date: movie.releaseDate,
    revenue: 0,
    runtime: movie.runtime,
    spoken_languages: [{ english_name: 'English', iso_639_1: 'en', name: 'English' }],
    status: 'Released',
    tagline: '',
    title: movie.title,
    video: false,
    vote_average: 6.5,
    vote_count: 100,
  };
}

/** Returns the details of a series. */
export function seriesDetail(series: FakeSeries): Record<string, unknown> {
  return {
    adult: series.adult,
    created_by: [{ id: 5, name: person(series.id, 50) }],
    episode_run_time: series.id % 2 === 0 ? [] : [45],
    first_air_date: `${series.year}-01-10`,
    last_air_date: `${series.year + 1}-05-01`,
    genres: [TV_GENRES[pick(TV_GENRES.length, 'g', series.id)]],
    id: series.id,
    in_production: false,
    languages: ['en'],
    last_episode_to_air: {},
    name: series.title,
    next_episode_to_air: null,
    networks: [{ id: 1, name: `Network ${series.id % 7}` }],
    number_of_episodes: 0,
    number_of_seasons: series.seasons.length,
    origin_country: ['US'],
    original_language: series.language,
    original_name: series.originalTitle,
    overview: series.overview,
    popularity: popularityOf(series.id),
    production_companies: [],
    production_countries: [{ iso_3166_1: 'US', name: 'United States of America' }],
    seasons: series.seasons.map(([number, count]) => ({
      air_date: null,
      episode_count: count,
      id: series.id * 100 + number,
      name: number === 0 ? 'Specials' : `Season ${number}`,
      overview: '',
      poster_path: null,
      season_number: number,
      vote_average: 0,
    })),
    spoken_languages: [],
    status: 'Ended',
    tagline: '',
    type: 'Scripted',
    vote_average: 7,
    vote_count: 50,
  };
}

/** Returns the details of an episode of a season, or of the season if `episodeNumber` is null. */
export function season(series: FakeSeries, number: number, episodeNumber: number | null): unknown {
  const count = series.seasons.find(([season]) => season === number)?.[1];
  if (count === undefined) throw notFound();
  const episodes = Array.from({ length: count }, (_, index) => ({
    air_date: index === 1 ? null : `${series.year}-02-${String(1 + (index % 28)).padStart(2, '0')}`,
    episode_number: index + 1,
    episode_type: 'standard',
    id: series.id * 100_000 + number * 1000 + index,
    name: index % 4 === 3 ? `Episode ${index + 1}` : `The ${index + 1}. Chapter: “${series.title}”`,
    overview: index % 5 === 0 ? '' : `What happened in part ${index + 1}.`,
    production_code: '',
    runtime: index % 6 === 0 ? null : 42,
    season_number: number,
    show_id: series.id,
    still_path: null,
    vote_average: 0,
    vote_count: 0,
    crew: [],
    guest_stars: [],
  }));
  if (episodeNumber !== null) {
    const episode = episodes[episodeNumber - 1];
    if (episode === undefined) throw notFound();
    return episode;
  }
  return {
    _id: String(series.id),
    air_date: `${series.year}-02-01`,
    episodes,
    name: number === 0 ? 'Specials' : `Season ${number}`,
    overview: '',
    id: series.id * 100 + number,
    poster_path: null,
    season_number: number,
    vote_average: 0,
  };
}

/** The genres of films. */
export const MOVIE_GENRES = [
  [28, 'Action'],
  [12, 'Adventure'],
  [16, 'Animation'],
  [35, 'Comedy'],
  [80, 'Crime'],
  [99, 'Documentary'],
  [18, 'Drama'],
  [10751, 'Family'],
  [14, 'Fantasy'],
  [36, 'History'],
  [27, 'Horror'],
  [10402, 'Music'],
  [9648, 'Mystery'],
  [10749, 'Romance'],
  [878, 'Science Fiction'],
  [10770, 'TV Movie'],
  [53, 'Thriller'],
  [10752, 'War'],
  [37, 'Western'],
].map(([id, name]) => ({ id, name }));

/** The genres of series. */
export const TV_GENRES = [
  [10759, 'Action & Adventure'],
  [16, 'Animation'],
  [35, 'Comedy'],
  [80, 'Crime'],
  [99, 'Documentary'],
  [18, 'Drama'],
  [10751, 'Family'],
  [10762, 'Kids'],
  [9648, 'Mystery'],
  [10763, 'News'],
  [10764, 'Reality'],
  [10765, 'Sci-Fi & Fantasy'],
  [10766, 'Soap'],
  [10767, 'Talk'],
  [10768, 'War & Politics'],
  [37, 'Western'],
].map(([id, name]) => ({ id, name }));
