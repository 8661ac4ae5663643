import type { ApiRequest } from './api-client';
import type { LoadFigures } from './load';
import type { Scratch, Server } from './processes';
import type { CatalogSample } from './catalogs/synthetic-catalog';

/** The options of `npm run bench`; `main.ts` describes each one. */
export interface BenchOptions {
  readonly items?: number;
  readonly seconds: number;
  readonly shared: string;
  readonly only?: string;
  readonly artifacts: number;
  readonly large: number;
  readonly scale: number;
  readonly checks: number;
  readonly citusUrl?: string;
  readonly plainUrl?: string;
}

/** A running server of the benchmark, with its database and the token of an administrator. */
export interface ServedScratch {
  readonly scratch: Scratch;
  readonly server: Server;
  readonly token: string;
}

/** The input of all sections that need the imported catalog. */
export interface BenchContext extends ServedScratch {
  /** Texts from the catalog. */
  readonly sample: CatalogSample;
  readonly options: BenchOptions;
  /** Measures a route. Prints its figures, and its median time relative to that of the baseline route. */
  readonly measure: (name: string, requests: readonly ApiRequest[]) => Promise<LoadFigures>;
}
