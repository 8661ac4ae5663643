/** Finds misspelled settings, so that the service can report them instead of ignoring them. */
import { SETTINGS } from './environment';
import { fileVariableOf, SECRET_NAMES } from './secret-files';

/** Longer names are not compared. The longest setting is shorter than this. */
const NAME_MAX_CHARS = 48;
/** Names up to this length may differ from a setting by one edit (`PROT`), longer ones by two (`JWT_SECERTS`). */
const SHORT_NAME_CHARS = 7;

const KNOWN: readonly string[] = [...Object.keys(SETTINGS), ...SECRET_NAMES.map(fileVariableOf)];
const KNOWN_SET: ReadonlySet<string> = new Set(KNOWN);

/**
 * One sentence for each unknown setting. In `.env`, every name that is not a setting is unknown. The environment
 * also contains variables of other programs. There, only a name that resembles a setting is unknown.
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

/** The setting whose name differs least from this one; null if all differ too much. */
function findNearestSetting(name: string): string | null {
  if (name.length > NAME_MAX_CHARS) return null;
  const maxDistance = name.length <= SHORT_NAME_CHARS ? 1 : 2;
  const [nearest] = KNOWN.filter((known) => Math.abs(known.length - name.length) <= maxDistance)
    .map((known) => ({ known, distance: distanceBetween(name, known) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((left, right) => left.distance - right.distance);
  return nearest?.known ?? null;
}

/** Least number of insertions, deletions, replacements and swaps of neighbours that turn one name into the other. */
function distanceBetween(left: string, right: string): number {
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const shifted = Math.min(above[column] ?? 0, current[column - 1] ?? 0) + 1;
      const isSwap = row > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current.push(Math.min(replaced, shifted, isSwap ? (before[column - 2] ?? 0) + 1 : replaced));
    }
    [before, above] = [above, current];
  }
  return above[right.length] ?? 0;
}
