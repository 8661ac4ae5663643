/** A stricter `JSON.parse`: refuses documents that are ambiguous, dangerous or cannot be stored. */
import { Problem } from '../problems/problem';
import { isStorableText, UNSTORABLE_CHARACTERS } from '../text/well-formed';
import { JsonScan } from './json-scan';

/** Limits of a document. */
export interface JsonLimits {
  /** Maximum nesting depth of arrays and objects; default 32. */
  readonly maxDepth?: number;
  /** Maximum number of array elements and object members in the whole document; default 10,000. */
  readonly maxValues?: number;
  /**
   * Root members of any structure up to `maxDepth`. Each can contain `opaque.maxValues` elements and members, which do
   * not count towards the `maxValues` of the document.
   */
  readonly opaque?: { readonly names: readonly string[]; readonly maxValues: number };
}

/** Member names that could change the prototypes of objects when code copies the members. */
const DANGEROUS_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** Maximum number of segments of the path in an error. */
const PATH_SEGMENTS = 4;
/** Maximum number of code units of a member name in such a path. */
const PATH_SEGMENT_CHARS = 64;

/**
 * Parses one JSON document. Throws `malformed-json` for syntax errors and repeated member names. Throws
 * `invalid-request` for exceeded limits, member names such as `__proto__`, numbers outside the double range, and text
 * that cannot be stored. Errors never contain a value; all except syntax errors contain a path. Scans the text first,
 * so that `JSON.parse` receives only documents within the limits.
 */
export function parseStrictJson(text: string, limits: JsonLimits = {}): unknown {
  new StrictJsonScan(text, limits).run();
  return parseJson(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The message of the parser quotes the input.
    throw new Problem('malformed-json', { detail: 'The body is not one valid JSON document.' });
  }
}

class StrictJsonScan extends JsonScan {
  /** Number of elements and members read so far, by opaque member. `body` is the key of all values outside of them. */
  private readonly values = new Map<string, number>();
  private readonly maxDepth: number;
  private readonly maxValues: number;
  private readonly maxOpaqueValues: number;
  private readonly opaqueNames: ReadonlySet<string>;

  constructor(text: string, { maxDepth = 32, maxValues = 10_000, opaque }: JsonLimits) {
    super(text);
    this.maxDepth = maxDepth;
    this.maxValues = maxValues;
    this.maxOpaqueValues = opaque?.maxValues ?? 0;
    this.opaqueNames = new Set(opaque?.names);
  }

  protected override onOpen(): void {
    if (this.frames.length > this.maxDepth) this.refuse(`must not be nested deeper than ${this.maxDepth} levels`);
  }

  protected override onValue(): void {
    const root = this.frames.length > 1 ? this.frames[0]?.position : undefined;
    const isOpaque = typeof root === 'string' && this.opaqueNames.has(root);
    const field = isOpaque ? root : 'body';
    const count = (this.values.get(field) ?? 0) + 1;
    this.values.set(field, count);
    const max = isOpaque ? this.maxOpaqueValues : this.maxValues;
    if (count <= max) return;
    throw Problem.invalidField(field, `must not have more than ${max} elements and members in total`);
  }

  protected override onName(name: string, isRepeated: boolean): void {
    if (!isStorableText(name)) {
      // Without this frame, the path ends at the object that has the member, and does not contain the name.
      this.frames.pop();
      this.refuse(`must not have a member named with ${UNSTORABLE_CHARACTERS}`);
    }
    if (DANGEROUS_NAMES.has(name)) this.refuse('is not an allowed member name');
    if (isRepeated) {
      throw new Problem('malformed-json', {
        detail: 'An object in the body repeats a member name.',
        errors: [{ field: this.path(), message: 'must not be given twice' }],
      });
    }
  }

  protected override onText(text: string): void {
    if (!isStorableText(text)) this.refuse(`must not contain ${UNSTORABLE_CHARACTERS}`);
  }

  protected override onNumber(number: number): void {
    if (Math.abs(number) === Infinity) this.refuse('must be a number in the range of a double');
  }

  private refuse(message: string): never {
    throw Problem.invalidField(this.path(), message);
  }

  /** Returns the first segments of the path of the current position, such as `media_ids[3]`; `body` for the root. */
  private path(): string {
    let path = '';
    for (const { position } of this.frames.slice(0, PATH_SEGMENTS)) {
      if (typeof position === 'number') path += `[${position}]`;
      else if (position !== '')
        path += `${path === '' ? '' : '.'}${position.slice(0, PATH_SEGMENT_CHARS).toWellFormed()}`;
    }
    return path === '' ? 'body' : path;
  }
}
