/** What of a candidate's texts the query stands in: told from the texts themselves, never from the index. */
import { boundText } from '../../common/text/summary';
import type { MediaRefBase } from '../../database/entities/read-model/media-context.entity';
import { fitsCode } from '../../search/index/episode-codes';
import { findNumeral } from '../../search/text/numerals';
import { compactKey, titleForm } from '../../search/index/title-forms';
import { type Word, wordsOf } from '../../search/text/words';
import { stemWord } from '../../search/text/stem';
import type { MatchTier } from '../candidates.dto';
import { mayBegin, type QueryWord, type SearchField, type SearchQuery } from '../query/search-query';
import type { WeightedWord } from '../query/term-weights';
import { TermScanner } from '../../search/text/term-scanner';

/** The texts of a candidate, as the catalog has them. */
export interface CandidateTexts {
  readonly title: string | null;
  readonly original_title: string | null;
  readonly sort_title: string | null;
  readonly aliases: readonly string[];
  readonly overview: string | null;
  readonly tagline: string | null;
  readonly genres: readonly string[];
  readonly keywords: readonly string[];
  readonly collection: string | null;
  readonly people: readonly { readonly name: string; readonly character?: string }[];
  readonly series: {
    readonly title: string;
    readonly original_title: string | null;
    readonly aliases: readonly string[];
    readonly genres: readonly string[];
  } | null;
}

/** What of the media shape says how an item is asked for beside its titles: its year, its season and episode. */
type MarkField = 'year' | 'season_number' | 'episode_number';

/** A field in which the query was found. */
export interface FieldMatch {
  readonly field: SearchField;
  /** The mark that was asked for where no title has a word of the query; else absent. */
  readonly mark?: MarkField;
  readonly tier: MatchTier;
  /** The text of the field that matched best, whole. */
  readonly text: string;
  /** Code-unit offsets of the matched words in it. */
  readonly places: readonly { readonly start: number; readonly end: number }[];
  /** The matched words as written there, each once. */
  readonly found: readonly string[];
}

const TIER_ORDER: readonly MatchTier[] = ['exact_title', 'title_prefix', 'all_terms', 'most_terms', 'fuzzy'];
const NAMED_WORDS_MAX = 6;
const NO_WORDS: ReadonlySet<number> = new Set();

/** What of a candidate's media shape the query may name. */
export type MarkedMedia = Pick<MediaRefBase, 'title' | MarkField>;

/** The fields in which words of the query stand, the best first. */
export function matchFields(matcher: FieldMatcher, texts: CandidateTexts, media: MarkedMedia): FieldMatch[] {
  const { query } = matcher;
  const titles = titleTexts(texts, media.title);
  const people = texts.people.flatMap(({ name, character }) => [name, ...(character === undefined ? [] : [character])]);
  const genres = texts.genres.length > 0 ? texts.genres : (texts.series?.genres ?? []);
  const matches: (FieldMatch | null)[] = [];
  if (query.fields.has('title')) matches.push(matcher.matchTitles(titles, media));
  if (query.fields.has('people')) matches.push(matcher.match('people', people.join(', ')));
  if (query.fields.has('genres')) {
    const labels = [...genres, ...texts.keywords, texts.collection].filter((label) => label !== null);
    matches.push(matcher.match('genres', labels.join(', ')));
  }
  if (query.fields.has('overview')) {
    matches.push(matcher.match('overview', [texts.overview, texts.tagline].filter((text) => text !== null).join('\n')));
  }
  return matches
    .filter((match) => match !== null)
    .sort((a, b) => TIER_ORDER.indexOf(a.tier) - TIER_ORDER.indexOf(b.tier));
}

function titleTexts(texts: CandidateTexts, displayTitle: string): string[] {
  const own = [texts.title, texts.original_title, texts.sort_title, ...texts.aliases].filter((text) => text !== null);
  const { series } = texts;
  if (series === null) return own;
  const names = [series.title, series.original_title, ...series.aliases].filter((text) => text !== null);
  return [...own, ...names.map((name) => `${name} ${displayTitle}`)];
}

/** Finds the words of one query in texts. */
export class FieldMatcher {
  private readonly exact = new Map<string, number[]>();
  private readonly similar = new Map<string, number[]>();
  private readonly numerals = new Map<number, number>();
  private readonly scanner: TermScanner;

  constructor(
    readonly query: SearchQuery,
    private readonly words: readonly WeightedWord[],
  ) {
    for (const [index, { word, corrections }] of words.entries()) {
      for (const lexeme of [word.lexeme, ...word.also]) push(this.exact, lexeme, index);
      for (const { lexeme } of corrections) push(this.similar, lexeme, index);
      if (word.numeral !== null) this.numerals.set(word.numeral, index);
    }
    for (const { lexeme, first } of query.joined) {
      push(this.exact, lexeme, first);
      push(this.exact, lexeme, first + 1);
    }
    this.scanner = new TermScanner([...this.exact.keys(), ...this.similar.keys()]);
  }

  /**
   * The best of several titles. Years and numbers of episodes count as found where the item has them, and are what
   * matched where no title does.
   */
  matchTitles(titles: readonly string[], media: MarkedMedia): FieldMatch | null {
    const marked = new Set(this.words.flatMap(({ word }, index) => (this.isMark(word, media) ? [index] : [])));
    let best: FieldMatch | null = null;
    for (const title of titles) {
      const match = this.match('title', title, marked) ?? wholeTitle(title);
      const tier = this.titleTier(title, match, marked);
      if (tier === null) continue;
      if (best === null || TIER_ORDER.indexOf(tier) < TIER_ORDER.indexOf(best.tier)) best = { ...match, tier };
    }
    return best ?? (marked.size === 0 ? null : this.matchMark(marked, media));
  }

  match(field: SearchField, text: string, marked: ReadonlySet<number> = NO_WORDS): FieldMatch | null {
    const exact = new Set<number>();
    const similar = new Set<number>();
    const places: { start: number; end: number }[] = [];
    // Two words of a title may be one of the query, so there every word counts.
    const inText = field === 'title' ? wordsOf(text) : this.scanner.wordsIn(text);
    for (const [at, word] of inText.entries()) {
      if (word.stop && field !== 'title' && field !== 'people') continue;
      if (!this.findWord(field, word, inText[at + 1], exact, similar)) continue;
      places.push({ start: word.start, end: word.end });
    }
    if (places.length === 0) return field === 'title' ? this.matchSymbols(text) : null;
    for (const index of marked) exact.add(index);
    const found = [...new Set(places.map(({ start, end }) => text.slice(start, end)))];
    return { field, tier: this.tierOf(exact, similar), text, places, found };
  }

  private findWord(
    field: SearchField,
    word: Word,
    next: Word | undefined,
    exact: Set<number>,
    similar: Set<number>,
  ): boolean {
    const hits = [word.lexeme, ...word.also].flatMap((lexeme) => this.exact.get(lexeme) ?? []);
    if (field === 'title') {
      const numeral = findNumeral(word.folded);
      const numbered = numeral === null ? undefined : this.numerals.get(numeral);
      if (numbered !== undefined) hits.push(numbered);
      if (next !== undefined) hits.push(...(this.exact.get(stemWord(word.folded + next.folded)) ?? []));
    }
    for (const index of hits) exact.add(index);
    const slips = this.similar.get(word.lexeme) ?? [];
    for (const index of slips) similar.add(index);
    return hits.length + slips.length > 0;
  }

  /** Whether a word of the query is the year, or of the season and episode, of an item. */
  private isMark({ coded, year }: QueryWord, media: MarkedMedia): boolean {
    const { code } = this.query;
    return (year !== null && year === media.year) || (coded && code !== null && fitsCode(code, media));
  }

  private matchMark(marked: ReadonlySet<number>, media: MarkedMedia): FieldMatch {
    const { year, season_number: season, episode_number: episode } = media;
    const isCoded = [...marked].some((index) => this.words[index]?.word.coded === true);
    const mark = !isCoded ? 'year' : this.query.code?.episode === null ? 'season_number' : 'episode_number';
    const numbers = { year: `${year}`, season_number: `Season ${season}`, episode_number: `S${season}E${episode}` };
    const text = numbers[mark];
    const tier = this.tierOf(marked, NO_WORDS);
    return { field: 'title', mark, tier, text, places: [{ start: 0, end: text.length }], found: [text] };
  }

  private matchSymbols(text: string): FieldMatch | null {
    const form = titleForm(text);
    if (this.words.length > 0 || form === null || form.folded !== this.query.form?.folded) return null;
    return { field: 'title', tier: 'exact_title', text, places: [{ start: 0, end: text.length }], found: [text] };
  }

  private tierOf(exact: ReadonlySet<number>, similar: ReadonlySet<number>): MatchTier {
    const { length } = this.words;
    if (exact.size === length) return 'all_terms';
    if (exact.size * 2 >= length && exact.size >= similar.size) return 'most_terms';
    return 'fuzzy';
  }

  private titleTier(title: string, match: FieldMatch, marked: ReadonlySet<number>): MatchTier | null {
    const { form, titleKeys } = this.query;
    const folded = titleForm(title)?.folded ?? '';
    const key = compactKey(folded);
    const [whole = '', ...withoutYear] = titleKeys;
    const yearFits = [...marked].some((index) => this.words[index]?.word.coded === false);
    if (key === whole || (yearFits && withoutYear.includes(key))) return 'exact_title';
    if (form !== null && (folded.startsWith(`${form.folded} `) || (mayBegin(whole) && key.startsWith(whole)))) {
      return 'title_prefix';
    }
    return match.found.length === 0 ? null : match.tier;
  }
}

/** A title none of whose words is one of the query; the query may still be its beginning. */
function wholeTitle(title: string): FieldMatch {
  return { field: 'title', tier: 'fuzzy', text: title, places: [{ start: 0, end: title.length }], found: [] };
}

function push(map: Map<string, number[]>, key: string, index: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [index]);
  else if (!list.includes(index)) list.push(index);
}

/** One sentence on why a candidate is there; names only what stands in its texts. */
export function matchReason(matches: readonly FieldMatch[]): string {
  const [best] = matches;
  if (best === undefined) return 'The index has words of the query for it.';
  if (best.tier === 'exact_title') return boundText(`The title is "${best.text}".`);
  if (best.tier === 'title_prefix') return boundText(`The title begins with the query: "${best.text}".`);
  const named = (match: FieldMatch): string => {
    const words = match.found.slice(0, NAMED_WORDS_MAX).map((word) => `"${word}"`);
    return `${words.join(', ')} in ${FIELD_NAMES[match.mark ?? match.field]}`;
  };
  const how = best.tier === 'fuzzy' ? 'Found, in part or in a similar spelling: ' : 'Found ';
  return boundText(`${how}${matches.map(named).join('; ')}.`);
}

const FIELD_NAMES: Readonly<Record<SearchField | MarkField, string>> = {
  title: 'the title',
  people: 'cast and crew',
  genres: 'genres, keywords and collection',
  overview: 'the overview',
  year: 'the year of release',
  season_number: 'the number of the season',
  episode_number: 'the numbers of season and episode',
};
