import { CAP_TABLE, type CapName } from '../../common/paging/cap-table';
import { boundsOf } from '../../common/response-bounds/bounded.decorators';
import type { BoundedClass } from '../../common/response-bounds/field-metadata';

/** One sentence with the caps that limit the answer of an operation; empty if there are none. */
export function describeCaps(type: BoundedClass | null | undefined): string {
  const names = type ? [...capsIn(type, new Set(), new Set())].sort() : [];
  if (names.length === 0) return '';
  const caps = names.map((name) => `\`${name}\` (default ${CAP_TABLE[name].default}, at most ${CAP_TABLE[name].max})`);
  return `Bounded by ${caps.join(', ')}.`;
}

function capsIn(type: BoundedClass, found: Set<CapName>, seen: Set<BoundedClass>): Set<CapName> {
  if (seen.has(type)) return found;
  seen.add(type);
  for (const bound of boundsOf(type).values()) {
    const cap = bound.kind === 'list' ? bound.cap : bound.kind === 'text' ? bound.maxChars : 0;
    if (typeof cap !== 'number') found.add(cap);
    if (bound.kind !== 'text' && bound.of !== undefined) capsIn(bound.of(), found, seen);
  }
  return found;
}
