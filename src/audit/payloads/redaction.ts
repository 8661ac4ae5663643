/** Removes secrets from payloads before they are stored. Pure, in linear time, without recursion. */
import { createLabelCheck, isSecretElement, isSecretName } from './secret-names';
import { REDACTED, redactSecrets } from './secret-texts';

/** Replacement for arrays and objects below the last level that is stored. */
export const NESTED_PLACEHOLDER = '[nested]';
/** Maximum number of levels of arrays and objects that are stored. Common JSON libraries can read this many. */
export const LEVELS_MAX = 64;

/** A JSON value. Objects created here have no prototype, so that names such as `__proto__` are ordinary members. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Replaces everything in a text that looks like a secret, and the characters that `isStorableText` refuses. */
export function redactText(text: string): string {
  return redactSecrets(toStorable(text));
}

/** An array or an object whose members are still to be copied. */
interface PendingCopy {
  readonly from: object;
  readonly to: Json[] | { [name: string]: Json };
  readonly level: number;
}

/**
 * Returns a copy of a JSON value that can be stored. Replaces secrets, which it finds by format, by member name or by a
 * name beside them. Also replaces secrets in member names; names that become equal get a number. Accepts any depth, but
 * replaces arrays and objects below level 64. Functions, `undefined` and numbers that are not finite become null.
 */
export function redactPayload(value: unknown): Json {
  const root: Json[] = [];
  const work: PendingCopy[] = [{ from: [value], to: root, level: 0 }];
  for (let next = work.pop(); next !== undefined; next = work.pop()) copyMembers(next, work);
  return root[0] ?? null;
}

function copyMembers({ from, to, level }: PendingCopy, work: PendingCopy[]): void {
  const copy = (member: unknown): Json => {
    if (typeof member !== 'object' || member === null) return toScalar(member);
    if (level >= LEVELS_MAX) return NESTED_PLACEHOLDER;
    const target = Array.isArray(member) ? [] : emptyObject();
    work.push({ from: member, to: target, level: level + 1 });
    return target;
  };
  if (Array.isArray(to)) {
    const { length } = from as unknown[];
    let previous: unknown;
    for (const element of from as unknown[]) {
      to.push(isSecretElement(element, previous, length) ? redactElement(element) : copy(element));
      previous = element;
    }
    return;
  }
  // A member such as `name` can label the secret in another member: `{ name: 'Authorization', value: '…' }`.
  const isLabelled = createLabelCheck(from);
  let number = 0;
  for (const [name, member] of Object.entries(from)) {
    number += 1;
    let storedName = redactText(name);
    // Different names can be the same after redaction.
    while (storedName in to) storedName += `#${number}`;
    to[storedName] = isSecretName(name) || isLabelled(name) ? REDACTED : copy(member);
  }
}

/**
 * Redacts the element after the name of a secret. An element that starts with `--` is the next option, not the secret.
 */
function redactElement(element: unknown): Json {
  return typeof element === 'string' && element.startsWith('--') ? redactText(element) : REDACTED;
}

function toScalar(value: unknown): Json {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function toStorable(text: string): string {
  return text.toWellFormed().replace(/[\0\uFFFE\uFFFF]/g, '\uFFFD');
}

/** An object without a prototype, in which `__proto__` is an ordinary member. */
export function emptyObject(): { [name: string]: Json } {
  return Object.create(null) as { [name: string]: Json };
}
