/** Groups the video files of a folder into films with their versions, and extras. */
import { toComparisonKey } from '../comparison-key';
import { toBaseName } from '../file-kinds';
import { stackParts, type MovieStack } from '../movie-parts';
import { toTitleName, type TitleName } from '../title-name';
import { isExtraName } from './extras';

/** One version of a film, with its files in playing order. */
export interface MovieVersion {
  /** Label of the version (`1080p`, `Director's Cut`), or null for a version without label. */
  readonly label: string | null;
  readonly files: readonly string[];
}

/** A film and its files in a folder. */
export interface MovieInFolder {
  readonly name: TitleName;
  /**
   * Identifies the film within the folder: the name of its file without extension and part number. Empty for the film
   * that the folder is named after. The only film of a folder may get another identity when a second film is added.
   */
  readonly identity: string;
  /** In order of resolution, highest first, then by label. */
  readonly versions: readonly MovieVersion[];
}

/** Content of a folder of a movie library. */
export interface MovieFolder {
  readonly movies: readonly MovieInFolder[];
  readonly extras: readonly string[];
  /** Files that have the title of the folder but not the name of a version of its film. They become separate films. */
  readonly unlabelled: readonly string[];
}

/** The files of one version of a film, and the label of the version. */
interface LabelledStack {
  readonly stack: MovieStack;
  readonly label: string | null;
}

/**
 * Groups the video files of a folder. `folder` is the name of the folder, or null for the library root, where each file
 * is a separate film, except for the parts of a split film. A disc (`hasDisc`) is the film of its folder, so even a
 * single file beside it is a separate film, unless it has the name of a version (see `findVersion`).
 */
export function toMovieFolder(folder: string | null, videoNames: readonly string[], hasDisc: boolean): MovieFolder {
  const extras = videoNames.filter((name) => isExtraName(toBaseName(name)));
  const extraNames = new Set(extras);
  const stacks = stackParts(videoNames.filter((name) => !extraNames.has(name)));
  const versions = folder === null ? [] : stacks.flatMap((stack) => findVersion(folder, stack) ?? []);
  const versionStacks = new Set(versions.map(({ stack }) => stack));
  const otherStacks = stacks.filter((stack) => !versionStacks.has(stack));
  const movies: MovieInFolder[] = [];
  if (folder !== null && versions.length > 0) movies.push(toFolderMovie(folder, versions));
  const hasOnlyFolderMovie =
    !hasDisc && stacks.length === 1 && folder !== null && isFilmOfFolder(folder, otherStacks[0]?.base);
  for (const stack of otherStacks) {
    movies.push(hasOnlyFolderMovie ? toFolderMovie(folder, [{ stack, label: null }]) : toSeparateMovie(stack));
  }
  return { movies, extras, unlabelled: hasOnlyFolderMovie ? [] : findUnlabelled(folder, otherStacks) };
}

/**
 * Returns the file as a version of the film that the folder is named after, or null. The name of a version is the name
 * of the folder in any letter case, optionally followed by ` - label`.
 */
function findVersion(folder: string, stack: MovieStack): LabelledStack | null {
  const [base, name] = [stack.base.normalize('NFC'), folder.normalize('NFC')];
  if (base.slice(0, name.length).toLowerCase() !== name.toLowerCase()) return null;
  const suffix = base.slice(name.length);
  if (suffix.trim() === '') return { stack, label: null };
  const label = /^ - \s*(?:\[([^\]]+)\]|(\S.*))$/.exec(suffix);
  return label === null ? null : { stack, label: (label[1] ?? label[2] ?? '').trim() };
}

function toFolderMovie(folder: string, versions: readonly LabelledStack[]): MovieInFolder {
  const ordered = [...versions].sort((a, b) => compareLabels(a.label ?? '', b.label ?? ''));
  return {
    name: toTitleName(folder),
    identity: '',
    versions: ordered.map(({ stack, label }) => ({ label, files: stack.files })),
  };
}

function toSeparateMovie(stack: MovieStack): MovieInFolder {
  return {
    name: toTitleName(stack.base),
    identity: stack.base.normalize('NFC'),
    versions: [{ label: null, files: stack.files }],
  };
}

/**
 * Whether a single file is the film that its folder is named after: the folder name has a year or an id, or both names
 * have the same title.
 */
function isFilmOfFolder(folder: string, base: string | undefined): boolean {
  const name = toTitleName(folder);
  if (name.year !== null || Object.keys(name.ids).length > 0) return true;
  return base !== undefined && toComparisonKey(toTitleName(base).title) === toComparisonKey(name.title);
}

function findUnlabelled(folder: string | null, otherStacks: readonly MovieStack[]): string[] {
  if (folder === null) return [];
  const key = toComparisonKey(toTitleName(folder).title);
  return otherStacks
    .filter((stack) => toComparisonKey(toTitleName(stack.base).title) === key)
    .flatMap((stack) => stack.files);
}

/** Compares labels of versions: highest resolution first, no resolution last. */
function compareLabels(a: string, b: string): number {
  const difference = toResolution(b) - toResolution(a);
  if (difference !== 0) return difference;
  return a < b ? -1 : Number(a > b);
}

function toResolution(label: string): number {
  return Number(/(\d{3,4})[pi]$/i.exec(label)?.[1] ?? -1);
}
