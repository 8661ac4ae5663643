/** Lists the caps of an answer in the description of its operation. */
import { CAP_TABLE, type CapName } from '../../common/paging/cap-table';
import { boundsOf } from '../../common/response-bounds/bounded.decorators';
import type { BoundedClass } from '../../common/response-bounds/field-metadata';

/** Returns one sentence with the caps that limit the answer of an operation; empty if there are none. */
export function describeCaps(type: BoundedClass | null | undefined): string {
  const names = type ? [...findCaps(type)].sort() : [];
  if (names.length === 0) return '';
  const caps = names.map((name) => `\`${name}\` (default ${CAP_TABLE[name].default}, at most ${CAP_TABLE[name].max})`);
  return `Bounded by ${caps.join(', ')}.`;
}

function findCaps(root: BoundedClass): Set<CapName> {
  const caps = new Set<CapName>();
  const types = new Set([root]);
  // The loop also visits classes that it adds to the set.
  for (const type of types) {
    for (const bound of boundsOf(type).values()) {
      const cap = bound.kind === 'list' ? bound.cap : bound.kind === 'text' ? bound.maxChars : 0;
      if (typeof cap !== 'number') caps.add(cap);
      if (bound.kind !== 'text' && bound.of !== undefined) types.add(bound.of());
    }
  }
  return caps;
}
