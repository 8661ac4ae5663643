/** Removes secrets from payloads before they are stored. Pure, in linear time, without recursion. */
import { toWellFormed } from '../../common/text/well-formed';
import { isLabelledSecret, isSecretName, namesNextElement } from './secret-names';
import { REDACTED, redactSecrets } from './secret-texts';

/** Replacement for arrays and objects below the last level that is kept. */
export const NESTED = '[nested]';
/** Number of levels of arrays and objects that are kept. PostgreSQL and common JSON libraries can read this many. */
export const KEPT_LEVELS = 64;

/** A JSON value. Objects created here have no prototype, so that names such as `__proto__` are ordinary members. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Replaces everything in a text that looks like a secret. The result can be stored. Runs in linear time. */
export function redactText(text: string): string {
  return redactSecrets(toStorable(text));
}

interface Work {
  readonly from: object;
  readonly to: Json[] | { [name: string]: Json };
  readonly level: number;
}

/**
 * Returns a copy of a JSON value that can be stored. Replaces secrets, found by member name or by format, and levels
 * below the 64th. Makes texts well-formed. Accepts input of any depth; values that are not JSON, such as functions or
 * `undefined`, become null.
 */
export function redactPayload(value: unknown): Json {
  const root: Json[] = [];
  const work: Work[] = [{ from: [value], to: root, level: 0 }];
  for (let next = work.pop(); next !== undefined; next = work.pop()) copyMembers(next, work);
  return root[0] ?? null;
}

function copyMembers({ from, to, level }: Work, work: Work[]): void {
  const copy = (member: unknown): Json => {
    if (typeof member !== 'object' || member === null) return toScalar(member);
    if (level >= KEPT_LEVELS) return NESTED;
    const target = Array.isArray(member) ? [] : emptyObject();
    work.push({ from: member, to: target, level: level + 1 });
    return target;
  };
  if (Array.isArray(to)) {
    const { length } = from as unknown[];
    let previous: unknown;
    for (const member of from as unknown[]) {
      to.push(namesNextElement(previous, length) ? redactAll(member) : copy(member));
      previous = member;
    }
    return;
  }
  const isLabelled = isLabelledSecret(from);
  for (const [name, member] of Object.entries(from)) {
    to[toStorable(name)] = isSecretName(name) || isLabelled(name) ? REDACTED : copy(member);
  }
}

/** The element of a list after the name of a secret. An option without a value is followed by the next option. */
function redactAll(element: unknown): Json {
  return typeof element === 'string' && element.startsWith('--') ? redactText(element) : REDACTED;
}

function toScalar(value: unknown): Json {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function toStorable(name: string): string {
  return toWellFormed(name).replace(/[\0\uFFFE\uFFFF]/g, '\uFFFD');
}

/** An object without a prototype, in which `__proto__` is an ordinary member. */
export function emptyObject(): { [name: string]: Json } {
  return Object.create(null) as { [name: string]: Json };
}
