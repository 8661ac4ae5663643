import { createHash } from 'node:crypto';
import { canonicalJson } from '../../common/json/canonical-json';
import { formatMediaId } from '../../common/media-id';
import { truncateText } from '../../common/text/summary';
import type { ContextPerson, MediaRefBase } from '../../database/entities/read-model/media-context.entity';
import type { MediaContextRow } from './derived-rows';
import type { CatalogPerson } from '../../database/entities/catalog/media-item.entity';
import { inCreditOrder } from '../source/credit-order';
import { countedFacets, facetIndexKey, toFacets } from '../facets/facets';
import { displayTitle, type MediaSource, type SeriesSource, yearOf } from '../source/media-source';
import { franchiseKeysOf, providerKeysOf } from './related-keys';

/**
 * Maximum number of code points of `summary_text`. A summary shows at most 800 of them. The search for related items
 * compares the whole text of the seed with the first 2,000 code points of each candidate's text.
 */
const SUMMARY_TEXT_MAX_CHARS = 4_000;

/** Maximum number of people in the `people` of a context. `people_total` and the facets include the others. */
const PEOPLE_MAX = 100;

/** Derives the context of one item; a pure function of its source. */
export function toMediaContext(source: MediaSource): MediaContextRow {
  const facets = toFacets(source);
  const title = displayTitle(source);
  return {
    library_id: source.library_id,
    media_id: source.media_id,
    media_kind: source.media_kind,
    series_id: source.series_id,
    season_id: source.season_id,
    season_number: source.season_number,
    episode_number: source.episode_number,
    title,
    year: yearOf(source),
    popularity: source.popularity,
    available: source.available,
    media: toMediaRef(source, title),
    summary_text: truncateText(source.overview ?? source.tagline ?? '', SUMMARY_TEXT_MAX_CHARS),
    people: inCreditOrder(source.people).slice(0, PEOPLE_MAX).map(toPerson),
    people_total: source.people.length,
    facets,
    facet_keys: countedFacets(source.media_kind, facets).map(facetIndexKey),
    provider_keys: providerKeysOf(source),
    franchise_keys: franchiseKeysOf(source),
    missing_fields: missingFields(source),
    source_hash: sourceHash(source),
    inherited_hash: source.media_kind === 'series' ? inheritedHash(source) : null,
  };
}

function toMediaRef(source: MediaSource, title: string): MediaRefBase {
  return {
    media_id: formatMediaId(source.media_kind, source.media_id),
    media_kind: source.media_kind,
    library_id: source.library_id,
    title,
    year: yearOf(source),
    series:
      source.series === null
        ? null
        : { media_id: formatMediaId('series', source.series.media_id), title: truncateText(source.series.title) },
    season_number: source.season_number,
    episode_number: source.episode_number,
  };
}

function toPerson({ name, role, character }: CatalogPerson): ContextPerson {
  return { name: truncateText(name), role, character: character === undefined ? null : truncateText(character) };
}

/** Returns the names of the fields that a complete record of this kind has and that this record lacks. */
function missingFields(source: MediaSource): string[] {
  const expected: [string, boolean][] = [['overview', source.overview !== null]];
  if (source.media_kind === 'season' || source.media_kind === 'episode') {
    expected.push(['title', source.title !== null], ['air_date', source.release_date !== null]);
  } else {
    expected.push(
      ['year', source.year !== null],
      ['genres', source.genres.length > 0],
      ['people', source.people.length > 0],
      ['original_language', source.original_language !== null],
      ['countries', source.countries.length > 0],
      ['content_rating', source.content_rating !== null],
    );
  }
  if (source.media_kind === 'movie' || source.media_kind === 'episode') {
    expected.push(['runtime_minutes', source.runtime_minutes !== null]);
  }
  return expected.filter(([, isPresent]) => !isPresent).map(([field]) => field);
}

/**
 * Returns the content hash of the item, followed for seasons and episodes by a hash of the inherited fields.
 * Reconciliation computes the same value in SQL.
 */
export function sourceHash(source: Pick<MediaSource, 'content_hash' | 'series'>): string {
  return source.series === null ? source.content_hash : `${source.content_hash}.${inheritedHash(source.series)}`;
}

/**
 * A series that seasons and episodes inherit from: its own `MediaSource`, whose type allows a null title, or the member
 * `series` in the source of a season or episode.
 */
type InheritedSource = Omit<SeriesSource, 'title'> & { readonly title: string | null };

/** Cached, because many items inherit from one series. */
const inheritedHashes = new WeakMap<InheritedSource, string>();

function inheritedHash(series: InheritedSource): string {
  const cachedHash = inheritedHashes.get(series);
  if (cachedHash !== undefined) return cachedHash;
  const { title, original_title, aliases, genres, countries, original_language, content_rating, year } = series;
  const inherited = { title, original_title, aliases, genres, countries, original_language, content_rating, year };
  const hash = createHash('sha256').update(canonicalJson(inherited)).digest('hex').slice(0, 32);
  inheritedHashes.set(series, hash);
  return hash;
}
