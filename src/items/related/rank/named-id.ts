import { externalIdKey, relatedIdKey } from '../../../read-model/media/related-keys';
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
  const seedKeys = new Set(seed.provider_keys);
  const canonical = `${row.media_kind}:${row.media_id}`;
  if (seedKeys.has(relatedIdKey(canonical))) return { id: canonical, by: 'seed' };
  for (const key of row.provider_keys ?? []) {
    if (key.startsWith('has:') && seedKeys.has(relatedIdKey(key.slice(4)))) return { id: key.slice(4), by: 'seed' };
    if (!key.startsWith('names:')) continue;
    const id = key.slice(6);
    if (id === `${seed.media_kind}:${seed.media_id}` || seedKeys.has(externalIdKey(id))) return { id, by: 'candidate' };
  }
  return null;
}
