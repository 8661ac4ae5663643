/** Recognizes names that scans ignore: hidden files, system files, and names that a configured pattern excludes. */

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

/** Whether a file or folder with this name is hidden or of the operating system. Scans ignore it and its content. */
export function isHiddenOrSystemName(name: string): boolean {
  return name.startsWith('.') || SYSTEM_NAMES.has(name.toLowerCase());
}

/**
 * Returns a function that tests names against configured patterns, without regard to case and Unicode form. `*` matches
 * any characters, and `?` matches one character.
 */
export function toNameFilter(patterns: readonly string[]): (name: string) => boolean {
  const characterPatterns = patterns.map(toCharacters);
  if (characterPatterns.length === 0) return () => false;
  return (name) => {
    const characters = toCharacters(name);
    return characterPatterns.some((pattern) => matchesGlob(pattern, characters));
  };
}

function toCharacters(text: string): readonly string[] {
  return [...text.normalize('NFC').toLowerCase()];
}

/** Whether the pattern matches the name. Retries only the last `*`, which avoids exponential backtracking. */
function matchesGlob(pattern: readonly string[], name: readonly string[]): boolean {
  let patternIndex = 0;
  let nameIndex = 0;
  let lastStar = -1;
  let retryIndex = 0;
  while (nameIndex < name.length) {
    const expected = pattern[patternIndex];
    if (expected === '*') {
      lastStar = patternIndex;
      retryIndex = nameIndex;
      patternIndex += 1;
    } else if (expected === '?' || expected === name[nameIndex]) {
      patternIndex += 1;
      nameIndex += 1;
    } else if (lastStar >= 0) {
      patternIndex = lastStar + 1;
      retryIndex += 1;
      nameIndex = retryIndex;
    } else return false;
  }
  return pattern.slice(patternIndex).every((character) => character === '*');
}
