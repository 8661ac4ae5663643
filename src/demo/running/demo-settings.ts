import { createHash } from 'node:crypto';
import type { ScanLibrary } from '../../catalog/scanner/scan-state.store';
import { toNamedUuid } from '../../catalog/scanner/units/media-uuid';
import type { Config } from '../../common/config/config';
import { canonicalJson } from '../../common/json/canonical-json';
import type { LibraryKind } from '../../database/entities/catalog/library.entity';
import { apportion } from '../planner/apportionment';
import { type DemoOptions, toDemoOptions } from '../planner/demo-options';
import type { DemoTargets } from './demo-state';

/** Injection token of the `DemoSettings`. */
export const DEMO_SETTINGS = Symbol('DEMO_SETTINGS');

/** Increase it when the same options give another plan. It changes the hash of the options, which resets the demo. */
const PLAN_VERSION = 2;
const LIBRARY_NAMESPACE = '5f0c6f4e-8f55-5d0e-9c39-0a4f9b7c2d61';

/** Settings that do not change while the service runs. `username` is the name of the demo administrator. */
export interface DemoSettings {
  /** Real path of the demo's root folder. */
  readonly root: string;
  readonly database: string;
  readonly username: string;
  readonly options: DemoOptions;
  /** In the order of the options. */
  readonly libraries: readonly ScanLibrary[];
  readonly optionsHash: string;
}

/** Derives the settings from a configuration that `prepareDemo` returned. */
export function toDemoSettings(config: Config): DemoSettings {
  const { demo } = config;
  const options = toDemoOptions(demo.options, demo);
  return {
    root: demo.root,
    database: demo.databaseName,
    username: demo.username,
    options,
    libraries: options.libraries.map(({ name, libraryKind }) => ({
      libraryId: toNamedUuid(LIBRARY_NAMESPACE, `${libraryKind}/${name.normalize('NFC')}`),
      name,
      libraryKind,
    })),
    optionsHash: createHash('sha256').update(canonicalJson({ PLAN_VERSION, options })).digest('hex'),
  };
}

/** Returns the number of titles for each library, in the order of the options. */
export function toTitleCounts(settings: DemoSettings, targets: DemoTargets): number[] {
  const { libraries } = settings.options;
  const weights = (kind: LibraryKind): number[] =>
    libraries.map((library) => (library.libraryKind === kind ? library.weight : 0));
  const movies = apportion(targets.movieCount, weights('movies'));
  const series = apportion(targets.seriesCount, weights('series'));
  return libraries.map((_library, index) => (movies[index] ?? 0) + (series[index] ?? 0));
}
