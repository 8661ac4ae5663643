/** Walks a tree and what is remembered of it side by side, in the order of the keys, in bounded memory. */
import { compareCodePoints } from '../tree/code-point-order';
import type { UnitState } from '../scan-state.store';
import { isAtOrBelow, type ScanUnit, type WalkStep } from '../tree/tree-walk';

/** What a comparison finds about one unit. */
export type ComparedUnit =
  | { readonly kind: 'found'; readonly unit: ScanUnit; readonly before: UnitState | null }
  | { readonly kind: 'gone'; readonly before: UnitState };

/** Gives the next remembered units behind a key. */
export type UnitPages = (after: string | null, limit: number) => Promise<readonly UnitState[]>;

const PAGE_SIZE = 2_000;

/**
 * Pairs each unit of the walk with what is remembered of it. Remembered units that the walk does not meet are gone,
 * unless they lie below a place that could not be looked at.
 */
export async function* compareUnits(walk: AsyncIterable<WalkStep>, pages: UnitPages): AsyncGenerator<ComparedUnit> {
  const remembered = new RememberedUnits(pages);
  const unknown: string[] = [];
  for await (const step of walk) {
    if ('unknownBelow' in step) {
      unknown.push(step.unknownBelow);
      continue;
    }
    const { unit } = step;
    let next = await remembered.peek();
    while (next !== null && compareCodePoints(next.unitKey, unit.key) < 0) {
      if (isGone(next, unknown)) yield { kind: 'gone', before: next };
      next = await remembered.advance();
    }
    const before = next?.unitKey === unit.key ? next : null;
    yield { kind: 'found', unit, before };
    if (before !== null) await remembered.advance();
  }
  for (let next = await remembered.peek(); next !== null; next = await remembered.advance()) {
    if (isGone(next, unknown)) yield { kind: 'gone', before: next };
  }
}

function isGone(unit: UnitState, unknown: readonly string[]): boolean {
  return !unknown.some((above) => isAtOrBelow(unit.unitKey, above));
}

/** The remembered units, page by page. */
class RememberedUnits {
  private page: readonly UnitState[] = [];
  private index = 0;
  private after: string | null = null;
  private ended = false;

  constructor(private readonly pages: UnitPages) {}

  async peek(): Promise<UnitState | null> {
    const unit = this.page[this.index];
    if (unit !== undefined) return unit;
    if (this.ended) return null;
    this.page = await this.pages(this.after, PAGE_SIZE);
    this.index = 0;
    this.after = this.page.at(-1)?.unitKey ?? this.after;
    this.ended = this.page.length < PAGE_SIZE;
    return this.page[0] ?? null;
  }

  async advance(): Promise<UnitState | null> {
    this.index += 1;
    return this.peek();
  }
}
