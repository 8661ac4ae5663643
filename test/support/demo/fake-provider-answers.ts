/** Answers of the fake provider. Their shapes and error bodies were recorded from a real provider. */
import {
  type FakeMovie,
  type FakeSeries,
  FIRST_YEAR,
  LAST_YEAR,
  movieOf,
  moviesOf,
  pick,
  seriesById,
  seriesOf,
} from './fake-provider-catalog';

/** Settings of the fake provider's catalog. */
export interface FakeCatalogSettings {
  /** The key that the fake accepts, as a parameter or as a bearer token. */
  readonly key: string;
  /** Number of films in each year. The number of series is the same. */
  readonly perYear: number;
}

/** An error response. */
export class FakeProblem extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super(`status ${status}`);
  }
}

type Parameters = Readonly<Record<string, string>>;

const PAGE_SIZE = 20;
const LAST_PAGE = 500;
const MAX_APPENDED = 20;

function problem(status: number, code: number, message: string): FakeProblem {
  return new FakeProblem(status, { status_code: code, status_message: message, success: false });
}

const INVALID_KEY = (): FakeProblem => problem(401, 7, 'Invalid API key: You must be granted a valid key.');
const NOT_FOUND = (): FakeProblem =>
  new FakeProblem(404, { status_code: 34, status_message: 'The resource you requested could not be found.' });

/** Returns the body of a response with status 200, or throws a `FakeProblem`. */
export function answer(
  path: string,
  parameters: Parameters,
  authorization: string | undefined,
  catalog: FakeCatalogSettings,
): unknown {
  if (parameters['api_key'] !== catalog.key && authorization !== `Bearer ${catalog.key}`) throw INVALID_KEY();
  const [, ...names] = path.split('/');
  const [first = '', second = ''] = names;
  if (first === 'genre') return { genres: second === 'movie' ? MOVIE_GENRES : TV_GENRES };
  if (first === 'configuration')
    return { images: { base_url: 'http://image.invalid/', secure_base_url: 'https://image.invalid/' } };
  if (first === 'certification') return { certifications: { US: [{ certification: 'R', meaning: '', order: 4 }] } };
  if (first === 'discover' || second === 'popular')
    return discover(first === 'discover' ? second : first, parameters, catalog);
  if (first === 'search') return search(second, parameters, catalog);
  if (first === 'movie') return withAppended(requireId(second), names.slice(2), parameters, catalog, 'movie');
  if (first === 'tv') return withAppended(requireId(second), names.slice(2), parameters, catalog, 'tv');
  throw NOT_FOUND();
}

function requireId(text: string): number {
  if (!/^\d+$/.test(text)) throw problem(404, 6, 'Invalid id: The pre-requisite id is invalid or not found.');
  return Number(text);
}

function discover(kind: string, parameters: Parameters, catalog: FakeCatalogSettings): unknown {
  const page = requirePage(parameters);
  const wanted = parameters['primary_release_year'] ?? parameters['first_air_date_year'];
  const list: (year: number) => (FakeMovie | FakeSeries)[] =
    kind === 'movie' ? (year) => moviesOf(year, catalog.perYear) : (year) => seriesOf(year, catalog.perYear);
  const titles = wanted === undefined ? allYears().flatMap(list) : list(Number(wanted));
  return toPage(titles, page, kind);
}

function search(kind: string, parameters: Parameters, catalog: FakeCatalogSettings): unknown {
  const query = parameters['query'];
  if (!query) throw new FakeProblem(422, { errors: ['query must be provided'] });
  const page = requirePage(parameters);
  const list: (year: number) => (FakeMovie | FakeSeries)[] =
    kind === 'movie' ? (year) => moviesOf(year, catalog.perYear) : (year) => seriesOf(year, catalog.perYear);
  const titles = allYears().flatMap(list);
  return toPage(
    titles.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase())),
    page,
    kind,
  );
}

function allYears(): number[] {
  return Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => LAST_YEAR - index);
}

function requirePage(parameters: Parameters): number {
  const text = parameters['page'] ?? '1';
  if (!/^\d+$/.test(text) || Number(text) < 1 || Number(text) > LAST_PAGE) {
    throw problem(400, 22, 'Invalid page: Pages start at 1 and max at 500. They are expected to be an integer.');
  }
  return Number(text);
}

/** Simulates a list that shifts while it is read: all pages but the first start one title earlier than expected. */
function toPage(titles: readonly (FakeMovie | FakeSeries)[], page: number, kind: string): unknown {
  const start = Math.max(0, (page - 1) * PAGE_SIZE - (page > 1 ? 1 : 0));
  const results = titles.slice(start, start + PAGE_SIZE).map((title) => listed(title, kind));
  return { page, results, total_pages: Math.ceil(titles.length / PAGE_SIZE), total_results: titles.length };
}

function listed(title: FakeMovie | FakeSeries, kind: string): unknown {
  const shared = {
    adult: title.adult,
    backdrop_path: null,
    genre_ids: [18],
    id: title.id,
    original_language: title.language,
    overview: title.overview,
    popularity: popularityOf(title.id),
    poster_path: null,
    vote_average: 6.5,
    vote_count: 100,
  };
  if (kind === 'movie') {
    const releaseDate = 'releaseDate' in title ? title.releaseDate : '';
    return {
      ...shared,
      title: title.title,
      original_title: title.originalTitle,
      release_date: releaseDate,
      video: false,
    };
  }
  return {
    ...shared,
    name: title.title,
    original_name: title.originalTitle,
    origin_country: ['US'],
    first_air_date: `${title.year}-01-10`,
  };
}

function popularityOf(id: number): number {
  return 1000 / (1 + (id % 1000));
}

function withAppended(
  id: number,
  subpath: readonly string[],
  parameters: Parameters,
  catalog: FakeCatalogSettings,
  kind: 'movie' | 'tv',
): unknown {
  if (!isKnown(id, catalog)) throw NOT_FOUND();
  if (subpath.length > 0) return part(kind, id, subpath);
  const appended = (parameters['append_to_response'] ?? '').split(',').filter((name) => name !== '');
  if (appended.length > MAX_APPENDED)
    throw problem(400, 27, 'Too many append to response objects: The maximum number of remote calls is 20.');
  const main = kind === 'movie' ? movieDetail(movieOf(id)) : seriesDetail(seriesById(id));
  const parts = appended.flatMap((name) => {
    try {
      return [[name, part(kind, id, name.split('/'))] as const];
    } catch (error) {
      if (error instanceof FakeProblem) return [];
      throw error;
    }
  });
  return { ...main, ...Object.fromEntries(parts) };
}

function isKnown(id: number, catalog: FakeCatalogSettings): boolean {
  const year = FIRST_YEAR + Math.floor((id - 1) / 1000);
  return moviesOf(year, catalog.perYear).some((movie) => movie.id === id);
}

function part(kind: 'movie' | 'tv', id: number, names: readonly string[]): unknown {
  const [name, number, episodes, episode] = names;
  if (name === 'season' && kind === 'tv')
    return season(seriesById(id), Number(number), episodes === 'episode' ? Number(episode) : null);
  const createPart = PARTS[name ?? ''];
  if (createPart === undefined) throw NOT_FOUND();
  return createPart(id, kind);
}

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

const PARTS: Readonly<Record<string, ((id: number, kind: 'movie' | 'tv') => unknown) | undefined>> = {
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

function movieDetail(movie: FakeMovie): Record<string, unknown> {
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

function seriesDetail(series: FakeSeries): Record<string, unknown> {
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

function season(series: FakeSeries, number: number, only: number | null): unknown {
  const count = series.seasons.find(([season]) => season === number)?.[1];
  if (count === undefined) throw NOT_FOUND();
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
  if (only !== null) {
    const found = episodes[only - 1];
    if (found === undefined) throw NOT_FOUND();
    return found;
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

const MOVIE_GENRES = [
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

const TV_GENRES = [
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
