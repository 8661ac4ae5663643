/**
 * Compares the folder tree of a library with the stored state of its units (see `tree/scan-unit.ts`). Reads both once,
 * in the order of the keys, with bounded memory.
 */
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
 * are in or below a folder that could not be read.
 */
export async function* compareUnits(
  walk: AsyncIterable<WalkStep>,
  listStored: ListStoredUnits,
): AsyncGenerator<ComparedUnit> {
  const stored = new StoredUnits(listStored);
  // The last folder that could not be read and is not below another such folder. One key is enough: the keys are in
  // order, so no later stored unit is below an earlier folder.
  let incompleteKey: string | null = null;
  for await (const step of walk) {
    const key = 'unit' in step ? step.unit.key : step.incompleteKey;
    let next = await stored.peek();
    while (next !== null && compareCodePoints(next.unit_key, key) < 0) {
      if (isOutside(next.unit_key, incompleteKey)) yield { kind: 'gone', before: next };
      next = await stored.advance();
    }
    if ('incompleteKey' in step) {
      if (isOutside(key, incompleteKey)) incompleteKey = key;
      continue;
    }
    const { unit } = step;
    const before = next?.unit_key === unit.key ? next : null;
    yield { kind: 'found', unit, before };
    if (before !== null) await stored.advance();
  }
  for (let next = await stored.peek(); next !== null; next = await stored.advance()) {
    if (isOutside(next.unit_key, incompleteKey)) yield { kind: 'gone', before: next };
  }
}

function isOutside(key: string, above: string | null): boolean {
  return above === null || !isAtOrBelow(key, above);
}

/** Stored units, read page by page. */
class StoredUnits {
  private page: readonly UnitState[] = [];
  private index = 0;
  private after: string | null = null;
  private hasEnded = false;

  constructor(private readonly listStored: ListStoredUnits) {}

  async peek(): Promise<UnitState | null> {
    const unit = this.page[this.index];
    if (unit !== undefined) return unit;
    if (this.hasEnded) return null;
    this.page = await this.listStored(this.after, PAGE_SIZE);
    this.index = 0;
    this.after = this.page.at(-1)?.unit_key ?? this.after;
    this.hasEnded = this.page.length < PAGE_SIZE;
    return this.page[0] ?? null;
  }

  async advance(): Promise<UnitState | null> {
    this.index += 1;
    return this.peek();
  }
}
