/** Leaves out the fields of an answer that its level of detail does not keep. */
import type { BoundedClass } from '../response-bounds/field-metadata';
import { boundsOf, type FieldBound } from '../response-bounds/bounded.decorators';
import { truncateText } from '../text/summary';
import type { PrunedLevel } from './detail-levels';
import { type KeptField, keptFieldsOf } from './kept.decorator';

/**
 * Returns the answer with only the fields that the level keeps, in the same order and without null fields. Lists keep
 * their lengths. The answer itself never changes. Objects of a class without `Kept` fields are returned as they are:
 * `shortenPage`, for example, accepts only a `page` that `toPage` made.
 */
export function pruneAnswer(answer: object, type: BoundedClass, level: PrunedLevel): object {
  return prune(answer, type, level) as object;
}

function prune(value: unknown, type: BoundedClass, level: PrunedLevel): unknown {
  if (Array.isArray(value)) return value.map((each) => prune(each, type, level));
  const keptFields = keptFieldsOf(type);
  if (typeof value !== 'object' || value === null || keptFields.size === 0) return value;
  const bounds = boundsOf(type);
  const pruned: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const keptField = keptFields.get(name);
    if (keptField === undefined || field === null || (keptField.level === 'brief' && level === 'ids')) continue;
    pruned[name] = pruneField(field, keptField, bounds.get(name), level);
  }
  return pruned;
}

function pruneField(
  value: unknown,
  { maxChars }: KeptField,
  bound: FieldBound | undefined,
  level: PrunedLevel,
): unknown {
  if (typeof value === 'string') return maxChars === null ? value : truncateText(value.replace(/\s/g, ' '), maxChars);
  const of = bound === undefined || bound.kind === 'text' ? undefined : bound.of;
  return of === undefined ? value : prune(value, of(), level);
}
