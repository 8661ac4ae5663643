/** Random rows and parts of answers. */
import fc from 'fast-check';
import { FACET_KINDS } from '../../../src/common/dto/facet-kinds';
import { TEXT_ORIGINS } from '../../../src/common/dto/origins.dto';
import { MEDIA_KINDS } from '../../../src/common/media-id';
import { resolveCaps } from '../../../src/common/paging/caps';
import { type CursorBinding, CursorCodec } from '../../../src/common/paging/cursor';
import { toPage } from '../../../src/common/paging/paging';
import { WATCH_STATES } from '../../../src/database/entities/catalog/watch-state.entity';

/** A generator of random values. */
export type Arb<T = unknown> = fc.Arbitrary<T>;

/** A codec whose cursors do not depend on the time. */
export const CODEC = new CursorCodec({ secret: '0123456789abcdef0123456789abcdef' }, () => 1_763_700_000_000);
/** The user, route and filters that every cursor is valid for. */
export const CURSOR_BINDING: CursorBinding = { userId: 'u', route: 'r', filters: null };

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.lorem({ maxCount: 30 }),
  fc.constantFrom('', 'Le Voyage dans la Lune', '# [x](y) <b>`|', 'a\nb\u2028c', '月世界旅行'),
);
export const label = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.lorem({ maxCount: 3 }));
export const time = fc.constant('2026-11-23T10:53:30.000Z');
export const list = <T>(element: Arb<T>, maxLength = 3): Arb<T[]> => fc.array(element, { maxLength });
export const orNull = <T>(value: Arb<T>): Arb<T | null> => fc.option(value);
export const mediaId = fc.tuple(fc.constantFrom(...MEDIA_KINDS), fc.uuid()).map(([kind, id]) => `${kind}:${id}`);
export const summary = fc
  .tuple(text, fc.boolean())
  .map(([value, truncated]) => ({ text: value, max_chars: 400, truncated, original_chars: value.length }));
export const artifactIds = list(fc.uuid());
export const media = fc.record({
  media_id: mediaId,
  media_kind: fc.constantFrom(...MEDIA_KINDS),
  library_id: fc.uuid(),
  title: label,
  year: orNull(fc.integer({ min: 1888, max: 2030 })),
  series: orNull(fc.record({ media_id: mediaId, title: label })),
  season_number: orNull(fc.nat(40)),
  episode_number: orNull(fc.nat(900)),
  artifact_ids: artifactIds,
});
export const grounding = fc.record(
  {
    source: fc.constant('search_index'),
    media_id: mediaId,
    field: fc.constant('overview'),
    label,
    evidence: summary,
    origin: fc.constantFrom(...TEXT_ORIGINS),
  },
  { requiredKeys: ['source', 'label'] },
);
export const groundings = list(grounding);
const provenance = list(
  fc.record(
    { source: fc.constant('media_metadata'), media_id: mediaId, source_hash: label, grounding: groundings },
    { requiredKeys: ['source', 'grounding'] },
  ),
  2,
);
export const facets = list(
  fc
    .record({
      kind: fc.constantFrom(...FACET_KINDS),
      label,
      values: list(fc.record({ key: label, label, count: fc.nat(10_000), sample_media_ids: list(mediaId) }), 5),
      other_count: fc.nat(100),
      missing_count: fc.nat(100),
    })
    .map((group) => ({ ...group, cardinality: group.values.length })),
);
export const artifact = fc.record({
  artifact_id: fc.uuid(),
  kind: fc.constant('summary'),
  origin: fc.constantFrom('user', 'generated'),
  scope: fc.constantFrom('global', 'user'),
  status: fc.constant('active'),
  library_id: orNull(fc.uuid()),
  media: orNull(media),
  title: label,
  summary,
  provenance,
  grounding: groundings,
  hidden_sources: fc.nat(3),
  producer: orNull(label),
  supersedes_artifact_id: orNull(fc.uuid()),
  revision: fc.nat(9),
  created_at: time,
  updated_at: time,
});
export const related = fc.record({
  media,
  relationship: fc.constant('shared_cast'),
  strength: fc.constantFrom(0.25, 0.123456),
  reason: label,
  signals: list(fc.record({ signal: fc.constant('shared_cast'), weight: fc.constant(0.25), shared: list(label) }), 2),
  artifact_ids: artifactIds,
  grounding: groundings,
});
export const candidate = fc.record({
  media,
  summary,
  match_reason: label,
  score: fc.constantFrom(1, 0.113543),
  matched: list(fc.record({ field: fc.constant('overview'), tier: fc.constant('all_terms') }), 2),
  artifact_ids: artifactIds,
  grounding: groundings,
});
export const library = fc.record({
  library_id: fc.uuid(),
  name: label,
  library_kind: fc.constantFrom('movies', 'series'),
  summary,
  counts: fc.record({
    movies: fc.nat(),
    series: fc.nat(),
    seasons: fc.nat(),
    episodes: fc.nat(),
    artifacts: fc.nat(),
  }),
  facets,
  artifact_ids: artifactIds,
});
const summaries = {
  input_summary: orNull(summary),
  output_summary: orNull(summary),
  error_summary: orNull(summary),
};
/** Generators of the fields of a run. An answer may add fields. */
export const runFields = {
  run_id: fc.uuid(),
  purpose: fc.constant('candidate_search'),
  status: fc.constant('succeeded'),
  requested_by_user_id: fc.uuid(),
  model: orNull(label),
  queued_at: time,
  started_at: orNull(time),
  completed_at: orNull(time),
  ...summaries,
  tool_call_count: fc.nat(9),
  revision: fc.nat(9),
};
export const toolCall = fc.record({
  tool_call_id: fc.uuid(),
  sequence: fc.nat(9_999),
  name: label,
  kind: fc.constant('search'),
  status: fc.constant('succeeded'),
  started_at: orNull(time),
  completed_at: orNull(time),
  duration_ms: orNull(fc.nat(9_999)),
  ...summaries,
  artifact_ids: artifactIds,
  grounding: groundings,
});
export const item = fc.record({
  media,
  summary,
  facets,
  people: list(fc.record({ name: label, role: fc.constant('actor'), character: orNull(label) }), 6),
  people_total: fc.nat(30),
  hierarchy: orNull(
    fc.record({ series: orNull(media), season: orNull(media), previous: orNull(media), next: orNull(media) }),
  ),
  watch_state: fc.constant(null),
  missing_fields: list(fc.constant('tagline'), 1),
  artifact_ids: artifactIds,
  provenance,
});
export const browsed = fc.record({
  media,
  summary,
  runtime_minutes: orNull(fc.nat(300)),
  popularity: orNull(fc.nat(900)),
  added_at: time,
  watch_state: orNull(
    fc.record({
      state: fc.constantFrom(...WATCH_STATES),
      position_seconds: fc.nat(9_000),
      duration_seconds: fc.nat(9_000),
      last_watched_at: time,
    }),
  ),
  grounding: groundings,
});
export const nextUp = fc.record({
  media,
  summary,
  state: fc.constantFrom(...WATCH_STATES),
  position_seconds: fc.nat(9_000),
  duration_seconds: fc.nat(9_000),
  last_media_id: fc.option(mediaId),
  last_watched_at: time,
  grounding: groundings,
});
export const caps = fc.constant(resolveCaps());

/** Rows with a page block, as `toPage` returns them. The cursor key of a row is its position. */
export function paged<T>(row: Arb<T>): Arb<{ rows: T[]; page: object }> {
  return fc
    .tuple(fc.array(row, { maxLength: 6 }), fc.integer({ min: 1, max: 6 }), fc.boolean())
    .map(([rows, limit, isCut]) =>
      toPage(rows, limit, { codec: CODEC, binding: CURSOR_BINDING, keyOf: (_, index) => [index + 1] }, isCut),
    );
}
