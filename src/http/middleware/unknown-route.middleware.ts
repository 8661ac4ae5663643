import type { Express, NextFunction, Request, Response } from 'express';
import { Problem } from '../../common/problems/problem';

/** The part of Express' router that is read: its layers in order, each a route or a middleware. */
interface RouterLayer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): unknown;
}

/**
 * Answers requests that no route handled: 405 with `Allow` if the path has other methods, 204 with `Allow` for OPTIONS,
 * otherwise 404. The methods are read from the router itself.
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
export function findAllowedMethods(application: Express, path: string): string[] {
  const methods = new Set<string>();
  for (const layer of routerLayers(application)) {
    if (!layer.route || !layer.match(path)) continue;
    for (const method of Object.keys(layer.route.methods)) if (method !== '_all') methods.add(method.toUpperCase());
  }
  if (methods.size === 0) return [];
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods.add('OPTIONS')].sort();
}

function routerLayers(application: Express): readonly RouterLayer[] {
  return (application.router as unknown as { stack: readonly RouterLayer[] }).stack;
}
