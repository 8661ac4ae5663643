import type { FacetKind } from '../../common/dto/facet-kinds';
import type { MediaFacet } from '../../database/entities/read-model/media-context.entity';
import { inBillingOrder } from '../source/credit-order';
import { inheritedFields, type MediaSource } from '../source/media-source';

/** Kinds whose stored counts cover only movies and series. A movie or series without a value counts as missing. */
export const TITLE_FACET_KINDS = [
  'genre',
  'release_decade',
  'runtime_bucket',
  'language',
  'content_rating',
  'country',
  'person',
  'collection',
] as const satisfies readonly FacetKind[];

/**
 * The kinds whose counts are stored. `library` and `watch_state` are computed from the libraries and the caller's watch
 * states.
 */
export const STORED_FACET_KINDS = [...TITLE_FACET_KINDS, 'media_kind'] as const satisfies readonly FacetKind[];

export const FACET_KIND_LABELS: Readonly<Record<FacetKind, string>> = {
  genre: 'Genre',
  release_decade: 'Decade of release',
  runtime_bucket: 'Runtime',
  watch_state: 'Watch state',
  library: 'Library',
  media_kind: 'Kind',
  language: 'Language',
  content_rating: 'Content rating',
  country: 'Country',
  person: 'Person',
  collection: 'Collection',
};

export const WATCH_STATE_LABELS = {
  unwatched: 'Unwatched',
  in_progress: 'In progress',
  completed: 'Completed',
} as const;

/** Lower bounds of the runtime ranges, in minutes. The last range has no upper bound. */
const RUNTIME_BUCKETS = [0, 30, 60, 90, 120, 150] as const;

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

const MEDIA_KIND_LABELS = { movie: 'Movies', series: 'Series', season: 'Seasons', episode: 'Episodes' } as const;

/** Returns the key of a label: its NFKC form in lower case, trimmed, with each run of white space as one space. */
export function facetKey(label: string): string {
  return label.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/**
 * Returns the facets of an item, without `library` and `watch_state`. A season or episode without a genre, language,
 * rating or country inherits it from its series.
 */
export function toFacets(source: MediaSource): MediaFacet[] {
  const { genres, countries, original_language: language, content_rating: rating } = inheritedFields(source);
  return [
    ...toLabelledFacets('genre', genres),
    ...decadeFacets(source.year),
    ...runtimeFacets(source.runtime_minutes),
    { kind: 'media_kind', key: source.media_kind, label: MEDIA_KIND_LABELS[source.media_kind] },
    ...(language === null ? [] : languageFacets(language)),
    ...(rating === null ? [] : toLabelledFacets('content_rating', [rating])),
    ...toLabelledFacets('country', countries),
    ...toLabelledFacets(
      'person',
      inBillingOrder(source.people).map((person) => person.name),
    ),
    ...(source.collection === null ? [] : toLabelledFacets('collection', [source.collection])),
  ];
}

/** Facets with an empty key, which count items without a value of the kind. */
const MISSING_FACETS: readonly MediaFacet[] = TITLE_FACET_KINDS.map((kind) => ({ kind, key: '', label: '' }));

/**
 * Returns the facets of an item that are counted. For a movie or a series, these are all its facets and a missing facet
 * for each kind without a value. For a season or an episode, it is only the facet `media_kind`.
 */
export function countedFacets(mediaKind: string, facets: readonly MediaFacet[]): MediaFacet[] {
  if (mediaKind !== 'movie' && mediaKind !== 'series') return facets.filter((facet) => facet.kind === 'media_kind');
  const missing = MISSING_FACETS.filter(({ kind }) => !facets.some((facet) => facet.kind === kind));
  return facets.concat(missing);
}

/** Returns a facet as an element of the column `facet_keys`. */
export function facetIndexKey(facet: Pick<MediaFacet, 'kind' | 'key'>): string {
  return `${facet.kind}:${facet.key}`;
}

/** Returns one facet for each distinct key, with the first spelling as its label. */
function toLabelledFacets(kind: FacetKind, labels: readonly string[]): MediaFacet[] {
  const facets = labels.map((label) => ({ kind, key: facetKey(label), label })).filter(({ key }) => key !== '');
  if (facets.length <= 1) return facets;
  const keys = new Set<string>();
  return facets.filter(({ key }) => keys.size < keys.add(key).size);
}

function languageFacets(code: string): MediaFacet[] {
  return toLabelledFacets('language', [code]).map((facet) => ({ ...facet, label: languageLabel(code) }));
}

function decadeFacets(year: number | null): MediaFacet[] {
  if (year === null) return [];
  const decade = Math.floor(year / 10) * 10;
  return [{ kind: 'release_decade', key: String(decade), label: `${decade}s` }];
}

function runtimeFacets(minutes: number | null): MediaFacet[] {
  if (minutes === null || minutes <= 0) return [];
  const index = RUNTIME_BUCKETS.findLastIndex((bound) => minutes >= bound);
  const from = RUNTIME_BUCKETS[index] ?? 0;
  const next = RUNTIME_BUCKETS[index + 1];
  const key = next === undefined ? `${from}+` : `${from}-${next - 1}`;
  const label = next === undefined ? `${from} minutes or more` : `${from} to ${next - 1} minutes`;
  return [{ kind: 'runtime_bucket', key, label }];
}

function languageLabel(code: string): string {
  try {
    return LANGUAGES.of(code) ?? code;
  } catch {
    // Not a language tag. Catalogs also contain names such as "English (US)".
    return code;
  }
}
