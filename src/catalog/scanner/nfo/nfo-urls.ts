/** Extracts ids from URLs of metadata providers in NFO files. */

const HOST = /(?<![\w-])(?:(imdb)\.(?:com|de)|(themoviedb)\.org|(thetvdb|tvmaze)\.com|(anidb)\.net)\//gi;

/** Patterns of the path, by host name without top-level domain. */
const PATHS: Readonly<Record<string, readonly [provider: string, path: RegExp] | undefined>> = {
  imdb: ['imdb', /^(?:[a-z-]{2,5}\/)?title\/(tt\d{6,12})/i],
  themoviedb: ['tmdb', /^(?:movie|tv)\/(\d{1,12})/i],
  // The number at the start of a name, as in `series/24-legacy`, is no id.
  thetvdb: ['tvdb', /^(?:[^\s"<>]{0,80}?[?&](?:series)?id=|(?:dereferrer\/)?series\/)(\d{1,12})(?![\w-])/i],
  tvmaze: ['tvmaze', /^shows\/(\d{1,12})/i],
  anidb: ['anidb', /^(?:a|anime\/|[^\s"<>]{0,80}?aid=)(\d{1,12})/i],
};
/** The path of a season or an episode. The id in such a path can be that of the series, so it is not used. */
const PART_OF_SERIES = /^[^\s"<>]{0,128}?(?:\/season\/|[?&](?:tab=(?:season|episode)(?![a-z])|seasonid=))/i;
/** Maximum number of characters after the host name that a pattern is matched against. */
const PATH_MAX_CHARS = 128;

/**
 * Returns ids by provider name: for each provider, the id in its first URL that contains one. Skips URLs of seasons and
 * episodes.
 */
export function findUrlIds(text: string): Record<string, string> {
  const ids: Record<string, string> = {};
  for (const match of text.matchAll(HOST)) {
    const start = match.index + match[0].length;
    const host = match.slice(1).find((name) => name !== undefined) ?? '';
    const [provider, path] = PATHS[host.toLowerCase()] ?? [];
    if (provider === undefined || ids[provider] !== undefined) continue;
    const rest = text.slice(start, start + PATH_MAX_CHARS);
    const id = PART_OF_SERIES.test(rest) ? undefined : path?.exec(rest)?.[1];
    if (id !== undefined) ids[provider] = id.toLowerCase();
  }
  return ids;
}
