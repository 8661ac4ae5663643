/** Writes the reason of a related item. A sentence names only what both items have. */
import { truncateText } from '../../../common/text/summary';
import type { RelationshipKind } from '../relationship-kinds';
import { findNamedId } from '../rank/named-id';
import type { RelatedFacts } from './related-facts';

/** Maximum number of names in one sentence. */
const NAMES_MAX = 4;
/** Maximum number of code points of one name in a sentence, without its ellipsis. */
const NAME_MAX_CHARS = 80;
/** Maximum number of sentences of one reason. */
const SENTENCES_MAX = 2;

/** Returns one sentence for each of the two signals with the highest weights. Never empty. */
export function toReason(facts: RelatedFacts): string {
  const sentences = facts.ranked.signals.slice(0, SENTENCES_MAX).map((signal) => toSentence(facts, signal.kind));
  return [...new Set(sentences)].join(' ');
}

function toSentence(facts: RelatedFacts, kind: RelationshipKind): string {
  const { seed, ranked, details } = facts;
  const names = (facts.shared.get(kind) ?? []).map(({ label }) => label);
  const title = details.media.series?.title ?? details.media.title;
  switch (kind) {
    case 'watch_next':
      return `The next episode of ${shortenName(title)} that you have not watched to the end.`;
    case 'same_series':
      return `${describePosition(facts)} ${shortenName(title)}.`;
    case 'provider_related':
      return findNamedId(ranked.row, seed)?.by === 'candidate'
        ? 'Its catalog source names the item as related.'
        : 'The catalog source of the item names it as related.';
    case 'shared_cast':
      return `It shares cast and crew with ${nameSeed(facts)}: ${joinNames(names)}.`;
    case 'similar_title':
      return `Its title shares words with ${nameSeed(facts)}: ${joinNames(names)}.`;
    case 'search_match':
      return `Its overview shares words with ${nameSeed(facts)}: ${joinNames(names)}.`;
    case 'similar_genre':
      return `It shares genres with ${nameSeed(facts)}: ${joinNames(names)}.`;
    case 'same_library':
      return `Both are in the library ${shortenName(details.library_name)}.`;
  }
}

/** Returns how a sentence names the seed. The terms of a season or an episode are those of its series. */
function nameSeed({ seed }: RelatedFacts): string {
  return seed.base_id === seed.media_id ? 'the item' : "the item's series";
}

function describePosition({ seed, ranked, details }: RelatedFacts): string {
  const kind = details.media.media_kind;
  if (kind === 'series') return 'The series it belongs to:';
  const adjacent = ranked.row.positions?.find(
    ([position, distance]) => distance === 1 && (position === 'next' || position === 'previous'),
  )?.[0];
  const noun = kind === 'season' ? 'season' : details.media.season_number === 0 ? 'special' : 'episode';
  if (kind === 'season' && seed.media_kind === 'episode') return 'The season it belongs to, of';
  if (adjacent !== undefined) return `The ${adjacent} ${noun} of`;
  return noun === 'episode' ? 'An episode of' : `A ${noun} of`;
}

function joinNames(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  const more = distinct.length > NAMES_MAX ? ` and ${distinct.length - NAMES_MAX} more` : '';
  return distinct.slice(0, NAMES_MAX).map(shortenName).join(', ') + more;
}

function shortenName(name: string): string {
  const shortName = truncateText(name, NAME_MAX_CHARS);
  return shortName.length === name.length ? name : `${shortName}…`;
}
