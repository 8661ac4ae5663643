import type { Floor } from './report';
import type { LoadFigures, LoadRequest } from './load';
import type { Scratch, Server } from './processes';
import type { CatalogSample } from './synthetic-catalog';

/** What every section of the benchmark works with. */
export interface BenchContext {
  readonly scratch: Scratch;
  readonly server: Server;
  /** Token of an administrator. */
  readonly token: string;
  /** Texts that the catalog holds. */
  readonly sample: CatalogSample;
  /** Seconds each route is pressed. */
  readonly seconds: number;
  /** Artifacts that the search is measured with. */
  readonly artifacts: number;
  /** Presses a route and prints its figures beside the floor's. */
  readonly measure: (name: string, requests: readonly LoadRequest[]) => Promise<LoadFigures>;
  readonly floor: Floor;
}
