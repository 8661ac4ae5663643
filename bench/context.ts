import type { Baseline } from './report';
import type { ApiRequest } from './api-client';
import type { LoadFigures } from './load';
import type { Scratch, Server } from './processes';
import type { CatalogSample } from './catalogs/synthetic-catalog';

/** The input of all sections of the benchmark that measure a server. */
export interface BenchContext {
  readonly scratch: Scratch;
  readonly server: Server;
  /** Token of an administrator. */
  readonly token: string;
  /** Texts from the catalog. */
  readonly sample: CatalogSample;
  /** Seconds of load on each route. */
  readonly seconds: number;
  /** Number of artifacts in the benchmark of the artifact search. */
  readonly artifacts: number;
  /** Measures a route under load. Prints its figures, and its time relative to the time of the baseline route. */
  readonly measure: (name: string, requests: readonly ApiRequest[]) => Promise<LoadFigures>;
  readonly baseline: Baseline;
}
