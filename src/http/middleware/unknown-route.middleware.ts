import type { Express, NextFunction, Request, Response } from 'express';
import { Problem } from '../../common/problems/problem';

/** A layer of Express' router: a route or a middleware. */
interface RouterLayer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): unknown;
}

/**
 * Answers requests that no route handled: 404 for an unknown path, otherwise 204 for OPTIONS and 405 for other methods,
 * both with `Allow`.
 */
export function refuseUnknownRoute(application: Express) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const allowed = findAllowedMethods(application, request.path);
    if (allowed.length === 0) return next(Problem.notFound());
    const allow = allowed.join(', ');
    if (request.method !== 'OPTIONS') return next(new Problem('method-not-allowed', { headers: { Allow: allow } }));
    response.status(204).setHeader('Allow', allow).end();
  };
}

/** Returns the methods of the routes at this path, sorted; empty if there is no such path. */
function findAllowedMethods(application: Express, path: string): string[] {
  const { stack } = application.router as unknown as { stack: readonly RouterLayer[] };
  const routes = stack.flatMap((layer) => (layer.route && layer.match(path) ? [layer.route] : []));
  const names = routes.flatMap(({ methods }) => Object.keys(methods)).filter((method) => method !== '_all');
  const methods = new Set(names.map((method) => method.toUpperCase()));
  if (methods.size === 0) return [];
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods.add('OPTIONS')].sort();
}
