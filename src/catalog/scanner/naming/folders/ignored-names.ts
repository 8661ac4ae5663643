/** Recognises names that scans ignore: hidden files, and files and folders of operating systems and storage devices. */

const SYSTEM_NAMES: ReadonlySet<string> = new Set([
  '$recycle.bin',
  '@eadir',
  '@recycle',
  '#recycle',
  '#snapshot',
  '@recently-snapshot',
  '@tmp',
  'desktop.ini',
  'lost+found',
  'recycler',
  'recycled',
  'system volume information',
  'thumbs.db',
  'ehthumbs.db',
  'metadata.never_index',
]);

/** Whether scans ignore a file or folder with this name. The content of an ignored folder is ignored too. */
export function isIgnoredName(name: string): boolean {
  return name.startsWith('.') || SYSTEM_NAMES.has(name.toLowerCase());
}

/**
 * Returns a function that tests names against configured patterns. Case is ignored, `*` matches any characters, and `?`
 * matches one character. The algorithm avoids exponential backtracking.
 */
export function toNameFilter(patterns: readonly string[]): (name: string) => boolean {
  const lowered = patterns.map((pattern) => pattern.toLowerCase());
  if (lowered.length === 0) return () => false;
  return (name) => {
    const candidate = name.toLowerCase();
    return lowered.some((pattern) => matchesGlob(pattern, candidate));
  };
}

function matchesGlob(pattern: string, name: string): boolean {
  let [at, star, mark] = [0, -1, 0];
  for (let index = 0; index < name.length;) {
    if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[index]) && pattern[at] !== '*') {
      at += 1;
      index += 1;
    } else if (pattern[at] === '*') {
      star = at;
      mark = index;
      at += 1;
    } else if (star >= 0) {
      at = star + 1;
      mark += 1;
      index = mark;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
