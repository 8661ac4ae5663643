import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiResponse } from '../requests/client';
import { ROOT } from '../root';

const DOCUMENT = join(ROOT, 'test/contract/openapi.json');
const NAME = 'openapi';
const PRUNED_NAME = 'openapi-pruned';
/** Routes of the API. Tests add the routes `probe` and `leaky`, which no description contains. */
const SERVED = /^\/api\/v1\/(?!(?:probe|leaky)\/)/;

interface Operation {
  responses: Record<string, { content?: Record<string, unknown> }>;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

let contract: ApiContract | undefined;

/** Returns a checker of responses against the committed API description. */
export function apiContract(): ApiContract {
  contract ??= new ApiContract(JSON.parse(readFileSync(DOCUMENT, 'utf8')) as OpenApi);
  return contract;
}

/** Checks responses against an API description. */
class ApiContract {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly routes: { pattern: RegExp; path: string }[];
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(private readonly document: OpenApi) {
    addFormats(this.ajv);
    closeSchemas(document);
    this.ajv.addSchema(document, NAME);
    this.ajv.addSchema(withoutRequired(document), PRUNED_NAME);
    this.routes = Object.keys(document.paths)
      // `{artifact_id}` also matches an id with the suffix `:invalidate`, so the longer path comes first.
      .sort((left, right) => left.split('{').length - right.split('{').length || right.length - left.length)
      .map((path) => ({ path, pattern: toPattern(path) }));
  }

  /**
   * Throws if the operation, status, media type or body of the response does not match the description. With
   * `isPruned`, required fields may be absent, because the request chose a level of detail without them.
   */
  check(
    method: string,
    target: string,
    response: ApiResponse<unknown>,
    { isPruned }: { readonly isPruned: boolean } = { isPruned: false },
  ): void {
    // The server accepts a percent-encoded colon, but the description has only the plain one.
    const path = this.findPath((target.split('?', 1)[0] ?? '').replace(/%3a/gi, ':'));
    const operation = path === null ? undefined : this.document.paths[path]?.[method.toLowerCase()];
    if (path === null || operation === undefined) {
      // The server itself responds with 404, 405 and the like. It also derives HEAD and OPTIONS.
      const isDerived = method === 'HEAD' || method === 'OPTIONS';
      if (response.status < 300 && !isDerived && SERVED.test(target)) {
        throw new Error(`${method} ${target} ${response.status} is of an operation that is not documented.`);
      }
      return;
    }
    const where = `${method} ${path} ${response.status}`;
    const documented = operation.responses[String(response.status)];
    if (documented === undefined) throw new Error(`${where} is not documented: ${response.text.slice(0, 500)}`);
    const mediaType = (response.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
    if (documented.content === undefined) {
      if (response.text !== '') throw new Error(`${where} is documented without a body.`);
      return;
    }
    if (!(mediaType in documented.content)) throw new Error(`${where} is not documented with "${mediaType}".`);
    const body = mediaType.startsWith('text/') ? response.text : response.body;
    const pointer = [path, method.toLowerCase(), String(response.status), mediaType];
    this.checkBody(where, pointer, body, isPruned && response.status < 300);
  }

  private checkBody(
    where: string,
    [path, method, status, mediaType]: string[],
    body: unknown,
    isPruned: boolean,
  ): void {
    const pointer = ['paths', path, method, 'responses', status, 'content', mediaType, 'schema'];
    const segments = pointer.map((segment) => encodeURIComponent(escapePointerSegment(segment ?? '')));
    const ref = `${isPruned ? PRUNED_NAME : NAME}#/${segments.join('/')}`;
    let validate = this.validators.get(ref);
    if (validate === undefined) this.validators.set(ref, (validate = this.ajv.compile({ $ref: ref })));
    if (validate(body)) return;
    throw new Error(`${where} differs from its description: ${this.ajv.errorsText(validate.errors)}`);
  }

  private findPath(path: string): string | null {
    return this.routes.find(({ pattern }) => pattern.test(path))?.path ?? null;
  }
}

/**
 * Adds `additionalProperties: false` to each schema in `part` that has `properties`, unless it sets
 * `additionalProperties` itself. Clients must accept new members, but a test must detect a leaked field.
 */
function closeSchemas(part: object): void {
  for (const member of Object.values(part)) {
    if (typeof member !== 'object' || member === null) continue;
    closeSchemas(member as object);
    if ('properties' in member && !('additionalProperties' in member)) {
      Object.assign(member, { additionalProperties: false });
    }
  }
}

/** Returns the description without its `required` lists: no field is required. */
function withoutRequired(document: OpenApi): OpenApi {
  const leaveOut = (name: string, value: unknown): unknown =>
    name === 'required' && Array.isArray(value) ? undefined : value;
  return JSON.parse(JSON.stringify(document, leaveOut)) as OpenApi;
}

function toPattern(path: string): RegExp {
  const literal = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/\{[^}]+\}/g, '[^/]+')}$`);
}

function escapePointerSegment(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}
