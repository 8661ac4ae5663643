import { externalIdKey, externalIds, relatedIdKey, relatedIds } from '../../../read-model/media/related-keys';
import type { SeedRow } from '../seed/seed-row';
import type { CandidateRow } from '../related-rows';

/** An id of one item that the source of the other item lists as related. */
interface NamedId {
  readonly id: string;
  /** The item whose source lists the id. */
  readonly by: 'seed' | 'candidate';
}

/** Returns an id of one item that the source of the other lists as related; null if there is none. */
export function findNamedId(
  row: CandidateRow,
  seed: Pick<SeedRow, 'provider_keys' | 'media_kind' | 'media_id'>,
): NamedId | null {
  // Fast path: the candidate's keys do not relate it to the seed, and the seed has no keys.
  if (row.provider_keys === null && seed.provider_keys.length === 0) return null;
  const seedKeys = new Set(seed.provider_keys);
  const keys = row.provider_keys ?? [];
  const idsOfCandidate = [`${row.media_kind}:${row.media_id}`, ...externalIds(keys)];
  const namedBySeed = idsOfCandidate.find((id) => seedKeys.has(relatedIdKey(id)));
  if (namedBySeed !== undefined) return { id: namedBySeed, by: 'seed' };
  const seedId = `${seed.media_kind}:${seed.media_id}`;
  const namedByCandidate = relatedIds(keys).find((id) => id === seedId || seedKeys.has(externalIdKey(id)));
  return namedByCandidate === undefined ? null : { id: namedByCandidate, by: 'candidate' };
}
