/** The reason of a related item: a sentence for each of its two heaviest signals, naming only what both items have. */
import type { RelationshipKind } from '../../items.dto';
import { findNamedId } from '../rank/named-id';
import type { RelatedFacts } from './related-facts';

/** Maximum number of names in one sentence. */
const NAMED_MAX = 4;
/** Code units of one name in a sentence. */
const NAME_MAX_LENGTH = 80;
const SENTENCES_MAX = 2;

/** One or two sentences; never empty. */
export function toReason(facts: RelatedFacts): string {
  const sentences = facts.ranked.signals.slice(0, SENTENCES_MAX).map((signal) => sentenceOf(facts, signal.kind));
  return [...new Set(sentences)].join(' ');
}

function sentenceOf(facts: RelatedFacts, kind: RelationshipKind): string {
  const { seed, ranked, details } = facts;
  const names = (facts.shared.get(kind) ?? []).map(({ label }) => label);
  const title = details.media.series?.title ?? details.media.title;
  switch (kind) {
    case 'watch_next':
      return `The next episode of ${short(title)} that you have not watched to the end.`;
    case 'same_series':
      return `${hierarchyOf(facts)} ${short(title)}.`;
    case 'provider_related':
      return findNamedId(ranked.row, seed)?.by === 'candidate'
        ? 'Its catalog source names the item as related.'
        : 'The catalog source of the item names it as related.';
    case 'shared_cast':
      return `It shares cast and crew with ${seedOf(facts)}: ${listed(names)}.`;
    case 'similar_title':
      return `Its title shares words with ${seedOf(facts)}: ${listed(names)}.`;
    case 'search_match':
      return `Its overview shares words with ${seedOf(facts)}: ${listed(names)}.`;
    case 'similar_genre':
      return `It shares genres with ${seedOf(facts)}: ${listed(names)}.`;
    case 'same_library':
      return `Both are in the library ${short(details.library_name)}.`;
  }
}

/** Seasons and episodes borrow their terms from their series. */
function seedOf({ seed }: RelatedFacts): string {
  return seed.base_id === seed.media_id ? 'the item' : "the item's series";
}

function hierarchyOf({ seed, ranked, details }: RelatedFacts): string {
  const kind = details.media.media_kind;
  if (kind === 'series') return 'The series it belongs to:';
  const nearest = ranked.row.places?.find(([place, distance]) => distance === 1 && isNeighbour(place))?.[0];
  const noun = kind === 'season' ? 'season' : details.media.season_number === 0 ? 'special' : 'episode';
  if (kind === 'season' && seed.media_kind === 'episode') return 'The season it belongs to, of';
  if (nearest === 'next') return `The next ${noun} of`;
  if (nearest === 'previous') return `The previous ${noun} of`;
  return noun === 'episode' ? 'An episode of' : `A ${noun} of`;
}

function isNeighbour(place: string): boolean {
  return place === 'next' || place === 'previous';
}

function listed(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  const more = distinct.length > NAMED_MAX ? ` and ${distinct.length - NAMED_MAX} more` : '';
  return distinct.slice(0, NAMED_MAX).map(short).join(', ') + more;
}

function short(name: string): string {
  return name.length <= NAME_MAX_LENGTH ? name : `${name.slice(0, NAME_MAX_LENGTH).toWellFormed()}…`;
}
