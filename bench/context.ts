import type { Floor } from './report';
import type { LoadFigures, LoadRequest } from './load';
import type { Scratch, Server } from './processes';
import type { CatalogSample } from './synthetic-catalog';

/** The input of every section of the benchmark that measures a server. */
export interface BenchContext {
  readonly scratch: Scratch;
  readonly server: Server;
  /** Token of an administrator. */
  readonly token: string;
  /** Texts that the catalog holds. */
  readonly sample: CatalogSample;
  /** Seconds of load on each route. */
  readonly seconds: number;
  /** Number of artifacts in the benchmark of the artifact search. */
  readonly artifacts: number;
  /** Measures a route under load, and prints its figures and their ratio to the floor. */
  readonly measure: (name: string, requests: readonly LoadRequest[]) => Promise<LoadFigures>;
  readonly floor: Floor;
}
