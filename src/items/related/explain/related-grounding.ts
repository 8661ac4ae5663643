/** The grounding of a related item: for each signal, the fields that support it. */
import type { IntelligenceGroundingRef } from '../../../common/dto/references.dto';
import { summarize } from '../../../common/text/summary';
import { windowAroundTerms } from '../../../search/evidence-window';
import type { RelationshipKind } from '../relationship-kinds';
import { findNamedId } from '../rank/named-id';
import type { RelatedFacts } from './related-facts';

const FIELD_OF_KIND = { shared_cast: 'people', similar_genre: 'genres', similar_title: 'title' } as const;
const LABEL_OF_KIND = {
  shared_cast: 'Shared person',
  similar_genre: 'Shared genre',
  similar_title: 'Title with a shared word',
} as const;

/**
 * Returns references to the fields that support a signal. Each quotes its field, except for `watch_next`. Returns none
 * for `provider_related` if neither item names an id of the other.
 */
export function toGrounding(facts: RelatedFacts, kind: RelationshipKind, maxChars: number): IntelligenceGroundingRef[] {
  const { seed, ranked, details, shared } = facts;
  const media_id = details.media.media_id;
  const terms = shared.get(kind) ?? [];
  switch (kind) {
    case 'shared_cast':
    case 'similar_genre':
      return terms.map(({ label }) => ({
        source: 'media_metadata',
        media_id,
        field: FIELD_OF_KIND[kind],
        label: LABEL_OF_KIND[kind],
        evidence: summarize(label, maxChars),
      }));
    case 'similar_title':
      return [titleGrounding(media_id, LABEL_OF_KIND[kind], details.media.title, maxChars)];
    case 'search_match': {
      // The first character of a key is the letter of the field.
      const lexemes = new Set(terms.map(({ term }) => term.key.slice(1)));
      const evidence = windowAroundTerms(details.overview, lexemes, maxChars);
      return [{ source: 'search_index', media_id, field: 'overview', label: 'Overview with shared words', evidence }];
    }
    case 'same_series': {
      const series = details.media.series;
      if (series === null) return [titleGrounding(media_id, 'The series itself', details.media.title, maxChars)];
      const evidence = summarize(series.title, maxChars);
      return [{ source: 'media_metadata', media_id, field: 'series', label: 'Its series', evidence }];
    }
    case 'watch_next':
      return [{ source: 'watch_state', media_id, field: 'state', label: 'Not watched to the end' }];
    case 'provider_related': {
      const named = findNamedId(ranked.row, seed);
      if (named === null) return [];
      return [
        {
          source: 'media_metadata',
          media_id: named.by === 'seed' ? seed.media.media_id : media_id,
          field: 'provider_related',
          label: 'Named as related',
          evidence: summarize(named.id, maxChars),
        },
      ];
    }
    case 'same_library': {
      const evidence = summarize(details.library_name, maxChars);
      return [{ source: 'library', field: 'name', label: 'The library of both', evidence }];
    }
  }
}

function titleGrounding(media_id: string, label: string, title: string, maxChars: number): IntelligenceGroundingRef {
  return { source: 'media_metadata', media_id, field: 'title', label, evidence: summarize(title, maxChars) };
}
