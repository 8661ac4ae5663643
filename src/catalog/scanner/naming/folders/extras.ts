/** Recognizes trailers, samples and other extras, which do not become items. */

const EXTRAS_FOLDERS: ReadonlySet<string> = new Set([
  'behind the scenes',
  'deleted scenes',
  'interviews',
  'scenes',
  'samples',
  'sample',
  'shorts',
  'featurettes',
  'clips',
  'other',
  'extras',
  'trailers',
  'theme-music',
  'backdrops',
]);
/** Suffixes other than `trailer` and `sample` follow only a hyphen, because titles can end in words such as "other". */
const EXTRA_SUFFIX =
  /[-._ ](?:trailer|sample)$|-(?:scene|clip|interview|behindthescenes|deleted|deletedscene|featurette|short|other|extra)$/i;
/** Names that are extras as a whole. Other extras have a suffix after a title, such as `Alien-trailer`. */
const WHOLE_NAMES: ReadonlySet<string> = new Set(['trailer', 'sample', 'theme']);

/** Whether all files in a folder with this name are extras. */
export function isExtrasFolder(name: string): boolean {
  return EXTRAS_FOLDERS.has(name.toLowerCase());
}

/** Whether a file is an extra. `base` is its name without extension. */
export function isExtraName(base: string): boolean {
  if (WHOLE_NAMES.has(base.toLowerCase())) return true;
  const match = EXTRA_SUFFIX.exec(base);
  // A name without a title before the suffix is no extra.
  return match !== null && match.index > 0;
}
