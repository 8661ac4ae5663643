/** Parses the bytes of a body. Runs on the main thread or, for a large body, on a worker thread. */
import { isUtf8 } from 'node:buffer';
import { canonicalJson } from '../../common/json/canonical-json';
import { isJsonObject } from '../../common/json/json-object';
import { type JsonLimits, parseStrictJson } from '../../common/json/strict-json';
import { type FieldError, Problem } from '../../common/problems/problem';
import type { ProblemCode } from '../../common/problems/problem-codes';

/** The bytes of a body as they were received, and the limits for its JSON. */
export interface BodyTask {
  readonly bytes: Uint8Array;
  readonly limits: JsonLimits;
}

/** The parsed body, or the reason why it is refused. Has no class instances, so that a worker thread can return it. */
export type ParsedBody =
  | {
      /** All members except the opaque ones (see `JsonLimits`). */
      readonly members: Record<string, unknown>;
      /** The opaque members, as canonical JSON. */
      readonly opaque: Readonly<Record<string, string>>;
    }
  | { readonly refused: { readonly code: ProblemCode; readonly detail?: string; readonly errors?: FieldError[] } };

/** Some editors write it before JSON. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Parses one JSON object; a blank text is an empty object. If the body is not valid or exceeds a limit, returns
 * `refused` with the code `malformed-json` or `invalid-request`.
 */
export function parseBody({ bytes, limits }: BodyTask): ParsedBody {
  try {
    const members = parseObject(decode(bytes), limits);
    const opaque: Record<string, string> = {};
    for (const name of limits.opaque?.names ?? []) {
      if (!Object.hasOwn(members, name)) continue;
      opaque[name] = canonicalJson(members[name]);
      delete members[name];
    }
    return { members, opaque };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { refused: { code: error.code, detail: error.detail, errors: error.errors } };
  }
}

function decode(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new Problem('malformed-json', { detail: 'The body is not valid UTF-8.' });
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

function parseObject(text: string, limits: JsonLimits): Record<string, unknown> {
  if (text.trim() === '') return {};
  const value = parseStrictJson(text, limits);
  if (isJsonObject(value)) return value;
  throw Problem.invalidField('body', 'must be a JSON object');
}
