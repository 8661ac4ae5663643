/** Answers of the fake provider. Their shapes and error bodies were recorded from a real provider. */
import {
  type FakeMovie,
  type FakeSeries,
  FIRST_YEAR,
  LAST_YEAR,
  movieById,
  moviesOf,
  seriesById,
  seriesOf,
} from './fake-provider-catalog';
import {
  MOVIE_GENRES,
  movieDetail,
  PARTS,
  popularityOf,
  season,
  seriesDetail,
  TV_GENRES,
} from './fake-provider-details';
import { FakeProblem, notFound, problem } from './fake-provider-problem';

/** Settings of the fake provider's catalog. */
export interface FakeCatalogSettings {
  /** The key that the fake accepts, as a parameter or as a bearer token. */
  readonly key: string;
  /** Number of films in each year. The number of series is the same. */
  readonly perYear: number;
}

type Parameters = Readonly<Record<string, string>>;

const PAGE_SIZE = 20;
const LAST_PAGE = 500;
const MAX_APPENDED = 20;

/** Returns the body of a response with status 200, or throws a `FakeProblem`. */
export function answer(
  path: string,
  parameters: Parameters,
  authorization: string | undefined,
  catalog: FakeCatalogSettings,
): unknown {
  if (parameters['api_key'] !== catalog.key && authorization !== `Bearer ${catalog.key}`) {
    throw problem(401, 7, 'Invalid API key: You must be granted a valid key.');
  }
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
  throw notFound();
}

function requireId(text: string): number {
  if (!/^\d+$/.test(text)) throw problem(404, 6, 'Invalid id: The pre-requisite id is invalid or not found.');
  return Number(text);
}

function discover(kind: string, parameters: Parameters, catalog: FakeCatalogSettings): unknown {
  const page = requirePage(parameters);
  const requestedYear = parameters['primary_release_year'] ?? parameters['first_air_date_year'];
  const list: (year: number) => (FakeMovie | FakeSeries)[] =
    kind === 'movie' ? (year) => moviesOf(year, catalog.perYear) : (year) => seriesOf(year, catalog.perYear);
  const titles = requestedYear === undefined ? allYears().flatMap(list) : list(Number(requestedYear));
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
  const results = titles.slice(start, start + PAGE_SIZE).map((title) => toListEntry(title, kind));
  return { page, results, total_pages: Math.ceil(titles.length / PAGE_SIZE), total_results: titles.length };
}

function toListEntry(title: FakeMovie | FakeSeries, kind: string): unknown {
  const common = {
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
      ...common,
      title: title.title,
      original_title: title.originalTitle,
      release_date: releaseDate,
      video: false,
    };
  }
  return {
    ...common,
    name: title.title,
    original_name: title.originalTitle,
    origin_country: ['US'],
    first_air_date: `${title.year}-01-10`,
  };
}

function withAppended(
  id: number,
  subpath: readonly string[],
  parameters: Parameters,
  catalog: FakeCatalogSettings,
  kind: 'movie' | 'tv',
): unknown {
  if (!isKnown(id, catalog)) throw notFound();
  if (subpath.length > 0) return part(kind, id, subpath);
  const appended = (parameters['append_to_response'] ?? '').split(',').filter((name) => name !== '');
  if (appended.length > MAX_APPENDED)
    throw problem(400, 27, 'Too many append to response objects: The maximum number of remote calls is 20.');
  const main = kind === 'movie' ? movieDetail(movieById(id)) : seriesDetail(seriesById(id));
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

/** Whether a list contains a title with this id. Films and series have the same ids, so the films suffice. */
function isKnown(id: number, catalog: FakeCatalogSettings): boolean {
  const year = FIRST_YEAR + Math.floor((id - 1) / 1000);
  return moviesOf(year, catalog.perYear).some((movie) => movie.id === id);
}

function part(kind: 'movie' | 'tv', id: number, names: readonly string[]): unknown {
  const [name, number, episodes, episode] = names;
  if (name === 'season' && kind === 'tv')
    return season(seriesById(id), Number(number), episodes === 'episode' ? Number(episode) : null);
  const createPart = PARTS[name ?? ''];
  if (createPart === undefined) throw notFound();
  return createPart(id, kind);
}
