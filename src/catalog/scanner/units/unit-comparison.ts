/**
 * Compares the folder tree of a library with the stored state of its units (see `tree/scan-unit.ts`). Reads both once,
 * in the order of the keys, with bounded memory.
 */
import { readInPages } from '../../../common/paging/read-in-pages';
import { compareCodePoints } from '../../../common/text/code-point-order';
import type { UnitState } from '../scan-state.store';
import { isAtOrBelow, type ScanUnit, type WalkStep } from '../tree/scan-unit';

/** The result for one unit. */
export type ComparedUnit =
  | { readonly kind: 'found'; readonly unit: ScanUnit; readonly before: UnitState | null }
  | { readonly kind: 'gone'; readonly before: UnitState };

/** Reads the next stored units after a key, or the first ones if the key is null. */
export type ListStoredUnits = (after: string | null, limit: number) => Promise<readonly UnitState[]>;

const PAGE_SIZE = 2_000;

/**
 * Pairs each unit of the walk with its stored state. Stored units that the walk does not yield are gone, unless they
 * are in or below a folder that could not be read completely.
 */
export async function* compareUnits(
  walk: AsyncIterable<WalkStep>,
  listStored: ListStoredUnits,
): AsyncGenerator<ComparedUnit> {
  const stored = readInPages(listStored, (unit) => unit.unit_key, PAGE_SIZE);
  let next = await stored.next();
  // Key of the last incomplete folder that is not below another one. One key is enough: the keys are in order, so no
  // later stored unit is below an earlier folder.
  let incompleteKey: string | null = null;
  for await (const step of walk) {
    const key = 'unit' in step ? step.unit.key : step.incompleteKey;
    while (next.done !== true && compareCodePoints(next.value.unit_key, key) < 0) {
      if (isOutside(next.value.unit_key, incompleteKey)) yield { kind: 'gone', before: next.value };
      next = await stored.next();
    }
    if ('incompleteKey' in step) {
      if (isOutside(key, incompleteKey)) incompleteKey = key;
      continue;
    }
    const { unit } = step;
    const before = next.done !== true && next.value.unit_key === unit.key ? next.value : null;
    yield { kind: 'found', unit, before };
    if (before !== null) next = await stored.next();
  }
  for (; next.done !== true; next = await stored.next()) {
    if (isOutside(next.value.unit_key, incompleteKey)) yield { kind: 'gone', before: next.value };
  }
}

function isOutside(key: string, above: string | null): boolean {
  return above === null || !isAtOrBelow(key, above);
}
