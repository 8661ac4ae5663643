import fc from 'fast-check';
import { MEDIA_KINDS } from '../../../src/common/media-id';
import type { MediaSource } from '../../../src/read-model/source/media-source';

const anyText = fc.string({ unit: 'grapheme', maxLength: 30 });
const anyTexts = fc.array(anyText, { maxLength: 4 });

const anySeries = fc.record({
  media_id: fc.uuid(),
  title: anyText,
  original_title: fc.option(anyText),
  aliases: anyTexts,
  genres: anyTexts,
  countries: anyTexts,
  original_language: fc.constantFrom(null, 'en', 'de'),
  content_rating: fc.constantFrom(null, 'PG'),
  year: fc.option(fc.integer({ min: 1900, max: 2030 })),
  content_hash: fc.uuid(),
});

/** Generates the sources of read-model rows. Seasons and episodes have a series. */
export const anySource: fc.Arbitrary<MediaSource> = fc
  .record({
    library_id: fc.uuid(),
    media_id: fc.uuid(),
    media_kind: fc.constantFrom(...MEDIA_KINDS),
    series_id: fc.constant(null),
    season_id: fc.constant(null),
    season_number: fc.option(fc.nat(20)),
    episode_number: fc.option(fc.nat(100)),
    absolute_number: fc.option(fc.nat(500)),
    title: fc.option(anyText),
    original_title: fc.option(anyText),
    sort_title: fc.option(anyText),
    aliases: anyTexts,
    year: fc.option(fc.integer({ min: 1880, max: 2030 })),
    release_date: fc.constantFrom(null, '1999-01-31'),
    runtime_minutes: fc.option(fc.nat(300)),
    overview: fc.option(fc.string({ unit: 'grapheme', maxLength: 300 })),
    tagline: fc.option(anyText),
    genres: anyTexts,
    keywords: anyTexts,
    people: fc.array(fc.record({ name: anyText, role: fc.constantFrom('actor', 'director') }), { maxLength: 5 }),
    studios: anyTexts,
    countries: anyTexts,
    original_language: fc.constantFrom(null, 'en', 'ja'),
    content_rating: fc.constantFrom(null, 'PG', 'TV-14'),
    collection: fc.constantFrom(null, 'Harbour Collection'),
    popularity: fc.option(fc.double({ min: 0, max: 1_000, noNaN: true })),
    provider_related: fc.constant([]),
    external_ids: fc.constant({}),
    available: fc.boolean(),
    content_hash: fc.uuid(),
    series: fc.constant(null),
  })
  .chain((source): fc.Arbitrary<MediaSource> =>
    source.media_kind === 'movie' || source.media_kind === 'series'
      ? fc.constant(source)
      : anySeries.map((series) => ({ ...source, series_id: series.media_id, series })),
  );

/** Returns sources as JSON. They are the same in every run. */
export function anySources(count: number): string[] {
  return fc.sample(anySource, { numRuns: count, seed: 1 }).map((source) => JSON.stringify(source));
}
