import type { ApiResponse } from '../requests/client';

/** Routes of the API. Tests add the routes `probe` and `leaky`, which no description contains. */
const SERVED = /^\/api\/v1\/(?!(?:probe|leaky)\/)/;

interface Operation {
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** See `test/support/runner/api-description.js`. */
interface ApiDescription {
  readonly document: { paths: Record<string, Record<string, Operation>> };
  findDifferences(segments: readonly string[], isPruned: boolean, body: unknown): string | null;
}

declare global {
  /** The test environment defines it. */
  var apiDescription: () => ApiDescription;
}

let contract: ApiContract | undefined;

/** Returns a checker of responses against the committed API description. */
export function apiContract(): ApiContract {
  contract ??= new ApiContract(globalThis.apiDescription());
  return contract;
}

/** Checks responses against an API description. */
class ApiContract {
  private readonly routes: { pattern: RegExp; path: string }[];

  constructor(private readonly description: ApiDescription) {
    this.routes = Object.keys(description.document.paths)
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
    const operation = path === null ? undefined : this.description.document.paths[path]?.[method.toLowerCase()];
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
    const media = ['responses', String(response.status), 'content', mediaType, 'schema'];
    const pointer = ['paths', path, method.toLowerCase(), ...media];
    const differences = this.description.findDifferences(pointer, isPruned && response.status < 300, body);
    if (differences !== null) throw new Error(`${where} differs from its description: ${differences}`);
  }

  private findPath(path: string): string | null {
    return this.routes.find(({ pattern }) => pattern.test(path))?.path ?? null;
  }
}

function toPattern(path: string): RegExp {
  const literal = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/\{[^}]+\}/g, '[^/]+')}$`);
}
