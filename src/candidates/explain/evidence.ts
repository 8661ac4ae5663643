/** The fields of a candidate that match a query, and a sentence that names them. */
import { boundText } from '../../common/text/summary';
import type { SearchField } from '../query/search-query';
import { type FieldMatch, type FieldMatcher, type MarkedMedia, type MarkField, TIER_ORDER } from './field-matcher';

const NAMED_WORDS_MAX = 6;

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

/** The fields that contain words of the query, the best first. */
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

/** One sentence that says why a candidate matches. It names only words that its texts contain. */
export function matchReason(matches: readonly FieldMatch[]): string {
  const [best] = matches;
  if (best === undefined) return 'The index contains words of the query for this item.';
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
