/** From one folder's video files to films: versions, parts and extras told apart. */
import { isExtraName } from './extras';
import { toBaseName } from '../file-kinds';
import { toLooseKey } from '../loose-key';
import { stackParts, type MovieStack } from '../movie-parts';
import { toTitleName, type TitleName } from '../title-name';

/** One version of a film: its files in playing order. */
export interface MovieVersion {
  /** What tells it from the other versions (`1080p`, `Director's Cut`); null for the version without a label. */
  readonly label: string | null;
  readonly files: readonly string[];
}

/** A film found in a folder. */
export interface FoundMovie {
  readonly name: TitleName;
  /** Unique within the folder and stable while the film keeps its name; empty for the film the folder is named for. */
  readonly identity: string;
  /** The default version first. */
  readonly versions: readonly MovieVersion[];
}

/** What a folder of a film library holds. */
export interface MovieFolder {
  readonly movies: readonly FoundMovie[];
  readonly extras: readonly string[];
  /** Files that look like another version of the folder's film but lack ` - label`; each is a film of its own. */
  readonly unlabelled: readonly string[];
}

interface Labelled {
  readonly stack: MovieStack;
  readonly label: string | null;
}

/**
 * Reads the names of a folder's video files. `folder` is the folder's own name, or null for the library's root, where
 * every file stands for itself.
 */
export function toMovieFolder(folder: string | null, videoNames: readonly string[]): MovieFolder {
  const extras = videoNames.filter((name) => isExtraName(toBaseName(name)));
  const extraNames = new Set(extras);
  const stacks = stackParts(
    videoNames.filter((name) => !extraNames.has(name)),
    toBaseName,
  );
  const own = folder === null ? [] : stacks.flatMap((stack) => findVersion(folder, stack) ?? []);
  const ownStacks = new Set(own.map(({ stack }) => stack));
  const others = stacks.filter((stack) => !ownStacks.has(stack));
  const movies: FoundMovie[] = [];
  if (folder !== null && own.length > 0) movies.push(toFolderMovie(folder, own));
  const alone = stacks.length === 1 && folder !== null && namesTheFilm(folder, others[0]?.base);
  for (const stack of others) {
    movies.push(alone ? toFolderMovie(folder, [{ stack, label: null }]) : toLooseMovie(stack));
  }
  return { movies, extras, unlabelled: alone ? [] : findUnlabelled(folder, others) };
}

/** The version that a file is of the film its folder is named for: exactly that name, then nothing or ` - label`. */
function findVersion(folder: string, stack: MovieStack): Labelled | null {
  const [base, name] = [stack.base.normalize('NFC'), folder.normalize('NFC')];
  if (base.slice(0, name.length).toLowerCase() !== name.toLowerCase()) return null;
  const rest = base.slice(name.length);
  if (rest.trim() === '') return { stack, label: null };
  const label = /^ - \s*(?:\[([^\]]+)\]|(\S.*))$/.exec(rest);
  return label === null ? null : { stack, label: (label[1] ?? label[2] ?? '').trim() };
}

function toFolderMovie(folder: string, versions: readonly Labelled[]): FoundMovie {
  const ordered = [...versions].sort((a, b) => compareLabels(a.label ?? '', b.label ?? ''));
  return {
    name: toTitleName(folder),
    identity: '',
    versions: ordered.map(({ stack, label }) => ({ label, files: stack.files })),
  };
}

function toLooseMovie(stack: MovieStack): FoundMovie {
  return {
    name: toTitleName(stack.base),
    identity: stack.base.normalize('NFC'),
    versions: [{ label: null, files: stack.files }],
  };
}

/** A folder with a year or an id names its film; one without does so only when the file says the same title. */
function namesTheFilm(folder: string, base: string | undefined): boolean {
  const name = toTitleName(folder);
  if (name.year !== null || Object.keys(name.ids).length > 0) return true;
  return base !== undefined && toLooseKey(toTitleName(base).title) === toLooseKey(name.title);
}

function findUnlabelled(folder: string | null, others: readonly MovieStack[]): string[] {
  if (folder === null) return [];
  const key = toLooseKey(toTitleName(folder).title);
  return others.filter((stack) => toLooseKey(toTitleName(stack.base).title) === key).flatMap((stack) => stack.files);
}

/** Labels that end in a resolution come first, the highest first; the others follow in alphabetical order. */
function compareLabels(a: string, b: string): number {
  const difference = toResolution(b) - toResolution(a);
  if (difference !== 0) return difference;
  return a < b ? -1 : Number(a > b);
}

function toResolution(label: string): number {
  return Number(/(\d{3,4})[pi]$/i.exec(label)?.[1] ?? -1);
}
