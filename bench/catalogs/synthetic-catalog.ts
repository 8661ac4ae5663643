import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { SeededRandom } from './random';

const SYLLABLES =
  'ba be bi bo bra cal can cor da del do dra el en fa fen fi ga gen gor ha hel in ka kel la len li lo ma mel mi mo na ner ni no or pa per ra ren ri ro sa sel si so ta tel ti to tra va ven vi vo wa wil za'.split(
    ' ',
  );
const GENRES =
  'Drama, Comedy, Action, Romance, Thriller, Western, Horror, Crime, Adventure, Fantasy, Mystery, War, Musical, Documentary, Animation, Family, Noir, History, Sport, Science Fiction'.split(
    ', ',
  );
const COUNTRIES = 'United States, France, India, Japan, Germany, Italy, Brazil, Mexico, Sweden, Egypt'.split(', ');
const LANGUAGES = ['en', 'fr', 'hi', 'ja', 'de', 'it', 'pt', 'es', 'sv', 'ar'];
const RATINGS = ['PG', 'R', 'PG-13', 'G', 'NC-17'];

/** The seed of the catalog that the benchmark imports first. */
const SEED = 20_261_121;
/** Maximum number of sampled movies. */
const SAMPLE_MAX = 2_000;
/** Start and end index of the words that a search query takes from an overview. */
const QUERIED_WORDS = [8, 14] as const;

/** Share of movies. Of the other items, 1 in 34 is a series, 3 in 34 are seasons and 30 in 34 are episodes. */
const MOVIE_SHARE = 0.5;
const EPISODES_PER_SEASON = 10;
const SEASONS_PER_SERIES = 3;

/**
 * Texts of movies, from which the benchmark makes search queries. The three lists have the movies in the same order.
 */
export interface CatalogSample {
  readonly titles: string[];
  /** Each element has the names of the first two people. */
  readonly people: string[];
  /** Each element has the ninth to fourteenth word of the overview. */
  readonly words: string[];
}

/** The texts of a movie from which the benchmark makes queries. */
export interface SampledMovie {
  readonly title: string;
  readonly people: readonly { readonly name: string }[];
  readonly overview: string;
}

/** Adds the texts of a movie to the sample, unless the sample is full or the overview has at most eight words. */
export function addToSample(sample: CatalogSample, { title, people, overview }: SampledMovie): void {
  const words = overview
    .split(' ')
    .slice(...QUERIED_WORDS)
    .join(' ');
  if (words === '' || sample.titles.length >= SAMPLE_MAX) return;
  const names = people.slice(0, 2).map(({ name }) => name);
  sample.titles.push(title);
  sample.people.push(names.join(' '));
  sample.words.push(words);
}

/**
 * Writes a catalog of about `items` items in the import format, and returns a sample of it. Word and name frequencies
 * follow Zipf's law, and the vocabulary grows with the square root of the number of items. Catalogs with different
 * seeds have the same libraries, but no item in common.
 */
export async function writeSyntheticCatalog(path: string, items: number, seed = SEED): Promise<CatalogSample> {
  const maker = new CatalogMaker(items, seed);
  const lines = function* (): Generator<string> {
    for (const line of maker.lines()) yield `${JSON.stringify(line)}\n`;
  };
  await pipeline(lines, createWriteStream(path));
  return maker.sample;
}

class CatalogMaker {
  readonly sample: CatalogSample = { titles: [], people: [], words: [] };
  private readonly random: SeededRandom;
  private readonly vocabularySize: number;
  private readonly nameCount: number;

  constructor(
    private readonly items: number,
    private readonly seed: number,
  ) {
    this.random = new SeededRandom(seed);
    this.vocabularySize = Math.round(60_000 * Math.sqrt(items / 36_000));
    this.nameCount = Math.max(100, Math.round(items * 0.8));
  }

  *lines(): Generator<object> {
    for (let index = 0; index < 5; index += 1) {
      const library_kind = index < 4 ? 'movies' : 'series';
      yield { type: 'library', library_id: libraryId(index), name: `Library ${index + 1}`, library_kind };
    }
    const movies = Math.round(this.items * MOVIE_SHARE);
    for (let index = 0; index < movies; index += 1) yield this.movie(index);
    const itemsPerSeries = 1 + SEASONS_PER_SERIES * (1 + EPISODES_PER_SEASON);
    const seriesCount = Math.max(1, Math.round((this.items - movies) / itemsPerSeries));
    for (let index = 0; index < seriesCount; index += 1) yield* this.series(index);
  }

  private movie(index: number): object {
    const record = {
      type: 'movie',
      media_id: `movie:${uuid(`${this.seed}/movie/${index}`)}`,
      library_id: libraryId(index % 4),
      title: this.title(),
      year: this.random.integer(1900, 2023),
      genres: [...new Set([this.pick(GENRES), this.pick(GENRES)])],
      people: this.people(this.random.integer(2, 8)),
      overview: this.text(this.random.integer(20, 110)),
      original_language: this.pick(LANGUAGES),
      countries: [this.pick(COUNTRIES)],
      content_rating: this.pick(RATINGS),
      runtime_minutes: this.random.integer(5, 200),
    };
    addToSample(this.sample, record);
    return record;
  }

  private *series(index: number): Generator<object> {
    const series_id = `series:${uuid(`${this.seed}/series/${index}`)}`;
    yield {
      type: 'series',
      media_id: series_id,
      library_id: libraryId(4),
      title: this.title(),
      year: this.random.integer(1950, 2023),
      genres: [this.pick(GENRES)],
      people: this.people(8),
      overview: this.text(30),
    };
    for (let season_number = 1; season_number <= SEASONS_PER_SERIES; season_number += 1) {
      const season_id = `season:${uuid(`${this.seed}/season/${index}/${season_number}`)}`;
      yield { type: 'season', media_id: season_id, series_id, season_number };
      for (let episode_number = 1; episode_number <= EPISODES_PER_SEASON; episode_number += 1) {
        const media_id = `episode:${uuid(`${this.seed}/episode/${index}/${season_number}/${episode_number}`)}`;
        const title = this.random.next() < 0.3 ? { title: this.title() } : {};
        yield { type: 'episode', media_id, series_id, season_id, season_number, episode_number, ...title };
      }
    }
  }

  private title(): string {
    const words = Array.from({ length: this.random.integer(1, 4) }, () => this.word());
    return words.map(capitalize).join(' ');
  }

  private text(length: number): string {
    return Array.from({ length }, () => this.word()).join(' ');
  }

  private people(count: number): { name: string; role: string; order: number }[] {
    return Array.from({ length: count }, (_, order) => {
      const rank = this.random.zipf(this.nameCount);
      return {
        // People share first names, but hardly any last names.
        name: `${capitalize(wordOf(rank % 5_003))} ${capitalize(wordOf(rank + 7))}`,
        role: order === 0 ? 'director' : 'actor',
        order,
      };
    });
  }

  private word(): string {
    return wordOf(this.random.zipf(this.vocabularySize));
  }

  private pick(values: readonly string[]): string {
    return values[this.random.zipf(values.length)] ?? '';
  }
}

/** The artificial word with the given frequency rank. Frequent words are short, as in natural languages. */
function wordOf(rank: number): string {
  let word = '';
  for (let quotient = rank + SYLLABLES.length; quotient > 0; quotient = Math.floor(quotient / SYLLABLES.length)) {
    word += SYLLABLES[quotient % SYLLABLES.length] ?? '';
  }
  return word;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The id of one of the five libraries of a synthetic catalog. */
function libraryId(index: number): string {
  return uuid(`library/${index}`);
}

function uuid(name: string): string {
  const hex = createHash('sha1').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
