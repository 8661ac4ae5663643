/** Finds the fields of a candidate that match a query, and describes the matches in a sentence. */
import { truncateText } from '../../common/text/summary';
import { externalIdKey } from '../../read-model/media/related-keys';
import {
  type CatalogTexts,
  labelsText,
  overviewText,
  peopleText,
  titleTexts,
} from '../../read-model/source/catalog-texts';
import type { SearchField, ItemIds } from '../query/search-query';
import type { FieldMatcher } from './field-matcher';
import { MATCH_TIERS } from './match-tiers';
import { type FieldMatch, type IdField, type MatchedMedia, type NumberField, matchWithoutWords } from './field-match';

/** Maximum number of words of one field that the sentence names. */
const NAMED_WORDS_MAX = 6;

/** Returns the fields that match the query, the best tier first. If none does, returns only the title. */
export function matchFields(matcher: FieldMatcher, texts: CatalogTexts, media: MatchedMedia): FieldMatch[] {
  const { query } = matcher;
  // Most items have the same text as title, original title and sort title.
  const titles = new Set(titleTexts(texts, media.title));
  const genres = texts.genres.length > 0 ? texts.genres : (texts.series?.genres ?? []);
  const genreWords = matcher.findGenreWords(labelsText({ ...texts, genres }));
  const matches: (FieldMatch | null)[] = [matchId(query.ids, texts, media)];
  if (query.fields.has('title')) matches.push(matcher.matchTitles(titles, media, genreWords));
  if (query.fields.has('people')) matches.push(matcher.match('people', peopleText(texts)));
  if (query.fields.has('genres')) matches.push(matchGenres(matcher, texts));
  if (query.fields.has('overview')) matches.push(matcher.match('overview', overviewText(texts)));
  const fieldMatches = matches.filter((match) => match !== null);
  // Ranking compares hashes of words, and two words can have the same hash. So an item can match without containing a
  // word of the query. Then the title is quoted.
  return (fieldMatches.length > 0 ? fieldMatches : [matchWithoutWords(media.title)]).sort(
    (a, b) => rankOf(a) - rankOf(b),
  );
}

/**
 * Matches the genres, keywords and collection of the item, or the genres that it inherits from its series if they match
 * better.
 */
function matchGenres(matcher: FieldMatcher, texts: CatalogTexts): FieldMatch | null {
  const { genres, series } = texts;
  const match = matcher.match('genres', labelsText(texts));
  if (genres.length > 0 || series === null) return match;
  const inherited = matcher.match('genres', series.genres.join(', '));
  if (inherited === null || (match !== null && rankOf(match) <= rankOf(inherited))) return match;
  return { ...inherited, isOfSeries: true };
}

/** Returns the rank of a match by its tier. The best tier has rank 0. */
function rankOf({ tier }: FieldMatch): number {
  return MATCH_TIERS.indexOf(tier);
}

/** Returns the match if the query is an id of the item; otherwise null. */
function matchId(ids: ItemIds | null, { external_ids }: CatalogTexts, { media_id }: MatchedMedia): FieldMatch | null {
  if (ids === null) return null;
  const externalIds = Object.entries(external_ids).map(([source, id]) => `${source}:${id}`);
  const isMediaId = ids.uuid !== null && media_id.endsWith(`:${ids.uuid}`);
  const text = isMediaId ? media_id : externalIds.find((id) => ids.providerKeys.includes(externalIdKey(id)));
  if (text === undefined) return null;
  const ranges = [{ start: 0, end: text.length }];
  return {
    field: 'title',
    nonTextField: isMediaId ? 'media_id' : 'external_ids',
    tier: 'all_terms',
    text,
    ranges,
    matchedWords: [text],
  };
}

/** Returns one sentence that states why a candidate matches. Names only words that the candidate's texts contain. */
export function describeMatches(matches: readonly FieldMatch[]): string {
  const [best] = matches;
  if (best === undefined || (best.tier === 'fuzzy' && best.matchedWords.length === 0))
    return 'The index contains words of the query for this item.';
  if (best.tier === 'exact_title') return truncateText(`The title is "${best.text}".`);
  if (best.tier === 'title_prefix') return truncateText(`The title begins like the query: "${best.text}".`);
  const describe = (match: FieldMatch): string => {
    const words = match.matchedWords.slice(0, NAMED_WORDS_MAX).map((word) => `"${word}"`);
    return `${words.join(', ')} in ${FIELD_NAMES[match.nonTextField ?? match.field]}`;
  };
  const prefix = best.tier === 'fuzzy' ? 'Found, in part or in a similar spelling: ' : 'Found ';
  return truncateText(`${prefix}${matches.map(describe).join('; ')}.`);
}

const FIELD_NAMES: Readonly<Record<SearchField | NumberField | IdField, string>> = {
  title: 'the title',
  people: 'cast and crew',
  genres: 'genres, keywords and collection',
  overview: 'the overview',
  media_id: 'the media id',
  external_ids: 'the ids of its sources',
  year: 'the year of release',
  season_number: 'the number of the season',
  episode_number: 'the numbers of season and episode',
};
