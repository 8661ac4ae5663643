import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { DiagnosticLog } from '../diagnostic-log';
import { isExtrasFolder } from '../naming/folders/extras';
import type { OpenFolder } from './open-folder';
import { toUnitKey, type WalkStep } from './scan-unit';
import { UnitCollector } from './unit-collector';

/** Maximum number of bytes of the key of a unit. PostgreSQL refuses index entries of more than about 2,700 bytes. */
const UNIT_KEY_MAX_BYTES = 2_600;
const DISC_FOLDERS: ReadonlySet<string> = new Set(['video_ts', 'bdmv', 'hvdvd_ts']);

/**
 * Walks a movie library. Each folder with videos is a unit. A disc folder, such as `VIDEO_TS`, belongs to the unit of
 * the folder that contains it. Skips folders of extras, but not those directly in the root. Yields units in key order.
 */
export async function* walkMovies(folder: OpenFolder, log: DiagnosticLog): AsyncGenerator<WalkStep> {
  await yieldToEventLoop();
  const listing = await folder.list();
  const key = toUnitKey(folder.names);
  if (!listing.complete) yield { incompleteKey: key };
  const collected = new UnitCollector(log);
  collected.add(folder, [], listing);
  for (const name of listing.folders.filter(isDiscFolder)) await collected.addTree(folder, name, []);
  if (collected.hasVideos) yield { unit: collected.toUnit(folder) };
  else if (listing.complete && !collected.complete) yield { incompleteKey: key };
  for (const name of listing.folders) {
    if (isDiscFolder(name)) continue;
    if (folder.names.length > 0 && isExtrasFolder(name)) log.add('extra', `${folder.path}/${name}`);
    else yield* walkChild(folder, name, log, (child) => walkMovies(child, log));
  }
}

/**
 * Walks a series library. The files directly in the root are one unit; each folder in the root, with everything below
 * it, is another. Yields the units with videos, in key order.
 */
export async function* walkSeries(root: OpenFolder, log: DiagnosticLog): AsyncGenerator<WalkStep> {
  const listing = await root.list();
  if (!listing.complete) yield { incompleteKey: '' };
  const rootFiles = new UnitCollector(log);
  rootFiles.add(root, [], listing);
  if (rootFiles.hasVideos) yield { unit: rootFiles.toUnit(root) };
  else if (listing.complete && !rootFiles.complete) yield { incompleteKey: '' };
  for (const name of listing.folders) {
    yield* walkChild(root, name, log, async function* (folder) {
      const collected = new UnitCollector(log);
      await collected.addOpenFolder(folder, []);
      if (collected.hasVideos) yield { unit: collected.toUnit(folder) };
      else if (!collected.complete) yield { incompleteKey: toUnitKey(folder.names) };
    });
  }
}

async function* walkChild(
  folder: OpenFolder,
  name: string,
  log: DiagnosticLog,
  walk: (child: OpenFolder) => AsyncGenerator<WalkStep>,
): AsyncGenerator<WalkStep> {
  const key = toUnitKey([...folder.names, name]);
  if (Buffer.byteLength(key) > UNIT_KEY_MAX_BYTES) return log.add('path-too-long', [...folder.names, name].join('/'));
  const child = folder.openChild(name);
  if (typeof child === 'string') {
    // `child` is a diagnostic code. Only an unreadable folder may have units.
    if (child === 'unreadable') yield { incompleteKey: key };
    return;
  }
  try {
    yield* walk(child);
  } finally {
    child.close();
  }
}

function isDiscFolder(name: string): boolean {
  return DISC_FOLDERS.has(name.toLowerCase());
}
