/**
 * Invented titles of the fake provider, the same at every start. They have the irregularities of real titles, such as
 * equal names and missing dates.
 */
import { createHash } from 'node:crypto';

/** A film of the fake provider. */
export interface FakeMovie {
  id: number;
  title: string;
  originalTitle: string;
  language: string;
  year: number;
  adult: boolean;
  overview: string;
  runtime: number | null;
  imdbId: string | null;
  releaseDate: string;
}

/** A series of the fake provider. `seasons` contains the number of episodes of each season. */
export interface FakeSeries extends Omit<FakeMovie, 'runtime' | 'imdbId' | 'releaseDate'> {
  seasons: readonly (readonly [season: number, episodes: number])[];
}

/** The first and the last year with titles. The year `EMPTY_YEAR` between them has no titles. */
export const FIRST_YEAR = 1950;
export const LAST_YEAR = 2024;
const EMPTY_YEAR = 1957;

const FIRST = [
  'Silent',
  'Golden',
  'Broken',
  'Hidden',
  'Crimson',
  'Distant',
  'Paper',
  'Hollow',
  'Winter',
  'Electric',
  'Wandering',
  'Glass',
];
const SECOND = [
  'River',
  'Empire',
  'Promise',
  'Garden',
  'Signal',
  'Harbor',
  'Kingdom',
  'Mirror',
  'Orchard',
  'Voyage',
  'Lantern',
  'Theorem',
];
const THIRD = ['', '', '', ' of Dust', ' at Dawn', ' and the Fox', ' in Blue', ': Return', ' / Part Two', '?'];
const NATIVE: readonly [language: string, title: string][] = [
  ['ja', '静かな海'],
  ['ru', 'Тихая река'],
  ['ar', 'النهر الهادئ'],
  ['ko', '조용한 강'],
  ['fr', 'L’Été à l’envers'],
  ['el', 'Ήσυχο ποτάμι'],
];

/** Returns an integer from 0 to `bound - 1` that depends only on the words. */
export function pick(bound: number, ...words: (string | number)[]): number {
  return createHash('sha1').update(words.join('|')).digest().readUInt32BE(0) % bound;
}

function titleOf(kind: string, id: number): string {
  const word = (list: readonly string[], salt: string): string => list[pick(list.length, kind, id, salt)] ?? '';
  return `The ${word(FIRST, 'a')} ${word(SECOND, 'b')}${word(THIRD, 'c')}`;
}

function base(kind: 'movie' | 'tv', id: number, year: number): Omit<FakeMovie, 'runtime' | 'imdbId' | 'releaseDate'> {
  const native = pick(10, kind, id, 'native') === 0 ? NATIVE[pick(NATIVE.length, kind, id, 'which')] : undefined;
  const [language, originalTitle] = native ?? ['en', titleOf(kind, id)];
  const title = pick(40, kind, id, 'emoji') === 0 ? `${titleOf(kind, id)} 😀` : titleOf(kind, id);
  return {
    id,
    title,
    originalTitle: native === undefined ? title : originalTitle,
    language,
    year,
    adult: pick(60, kind, id, 'adult') === 0,
    overview: pick(15, kind, id, 'overview') === 0 ? '' : `${title} is the story of number ${id}, told in ${year}.`,
  };
}

/** Lists the films of a year, the most popular first. */
export function moviesOf(year: number, perYear: number): FakeMovie[] {
  if (year === EMPTY_YEAR || year < FIRST_YEAR || year > LAST_YEAR) return [];
  return Array.from({ length: perYear }, (_, index) => movieById((year - FIRST_YEAR) * 1000 + index + 1));
}

/** Lists the series of a year, the most popular first. */
export function seriesOf(year: number, perYear: number): FakeSeries[] {
  if (year === EMPTY_YEAR || year < FIRST_YEAR || year > LAST_YEAR) return [];
  return Array.from({ length: perYear }, (_, index) => seriesById((year - FIRST_YEAR) * 1000 + index + 1));
}

/** Returns the film with this id, even if no list contains it. */
export function movieById(id: number): FakeMovie {
  const year = FIRST_YEAR + Math.floor((id - 1) / 1000);
  const month = String(1 + pick(12, 'month', id)).padStart(2, '0');
  const movie = base('movie', id, year);
  const runtimes: Record<number, number | null> = { 0: null, 1: 0 };
  const runtime = runtimes[pick(20, 'runtime', id)];
  // The first two films of a year have the same title. If both or neither has a date, their folders have the same name.
  const twin = id % 1000 === 2 ? { title: titleOf('movie', id - 1), originalTitle: titleOf('movie', id - 1) } : {};
  return {
    ...movie,
    ...twin,
    runtime: runtime === undefined ? 80 + pick(80, 'minutes', id) : runtime,
    imdbId: pick(12, 'imdb', id) === 0 ? null : `tt${String(1_000_000 + id).padStart(7, '0')}`,
    releaseDate: pick(25, 'undated', id) === 0 ? '' : `${year}-${month}-15`,
  };
}

/** Returns the series with this id, even if no list contains it. */
export function seriesById(id: number): FakeSeries {
  const year = FIRST_YEAR + Math.floor((id - 1) / 1000);
  return { ...base('tv', id, year), seasons: seasonsOf(id) };
}

function seasonsOf(id: number): (readonly [number, number])[] {
  const kind = pick(24, 'seasons', id);
  if (kind === 0) return [];
  if (kind === 1) return [[0, 3]];
  if (kind === 2) return [[1, 300]];
  const regular = Array.from({ length: 1 + pick(5, 'count', id) }, (_, index) => {
    return [index + 1, 4 + pick(20, 'episodes', id, index)] as const;
  });
  return pick(3, 'specials', id) === 0 ? [[0, 1 + pick(4, 'special', id)], ...regular] : regular;
}
