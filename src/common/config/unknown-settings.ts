/** Finds misspelled settings, which the service would otherwise ignore without a message. */
import { SETTINGS } from './environment';
import { fileVariableOf, SECRET_NAMES } from './secret-files';

/** Longer names are not compared, because the names of all settings are shorter. */
const NAME_MAX_CHARS = 48;
/** Names up to this length may differ from a setting by one edit (`PROT`), longer names by two (`JWT_SECERTS`). */
const SHORT_NAME_CHARS = 7;

const KNOWN: readonly string[] = [...Object.keys(SETTINGS), ...SECRET_NAMES.map(fileVariableOf)];
const KNOWN_SET: ReadonlySet<string> = new Set(KNOWN);

/**
 * Returns one sentence for each unknown setting: every name in `.env` that is not a setting, and every variable of the
 * environment whose name resembles a setting. Other variables of the environment belong to other programs.
 */
export function findUnknownSettings(namesInFile: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  const inFile = new Set(namesInFile);
  return [...new Set([...namesInFile, ...Object.keys(env)])].flatMap((name) => {
    if (KNOWN_SET.has(name)) return [];
    const nearest = findNearestSetting(name);
    if (nearest !== null) return [`${name} is not a setting: did you mean ${nearest}?`];
    return inFile.has(name) ? [`${name} in .env is not a setting: remove it, or see docs/configuration.md.`] : [];
  });
}

/** Returns the setting with the smallest edit distance to the name; null if no setting is close enough. */
function findNearestSetting(name: string): string | null {
  if (name.length > NAME_MAX_CHARS) return null;
  const maxDistance = name.length <= SHORT_NAME_CHARS ? 1 : 2;
  const [nearest] = KNOWN.filter((known) => Math.abs(known.length - name.length) <= maxDistance)
    .map((known) => ({ known, distance: editDistance(name, known) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((left, right) => left.distance - right.distance);
  return nearest?.known ?? null;
}

/** Returns the Damerau-Levenshtein distance (optimal string alignment) of two names. */
function editDistance(left: string, right: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const insertedOrDeleted = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1;
      const isSwap = row > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const swapped = isSwap ? (beforePrevious[column - 2] ?? 0) + 1 : replaced;
      current.push(Math.min(replaced, insertedOrDeleted, swapped));
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[right.length] ?? 0;
}
