/** Ids of a title at the metadata providers, by provider name in lower case (`imdb`, `tmdb`, `tvdb`, …). */
export type ProviderIds = Readonly<Record<string, string>>;

/** An id in brackets. Without the name of a provider, it is an id of IMDb. */
const ID =
  /[[({]\s*(?:(imdb|tmdb|tvdb|anidb|anilist|tvmaze|wikidata)(?:id)?\s*[-=:]\s*)?([a-z]{0,2}\d{1,12})\s*[\])}]/gi;
const EDITION = /\{\s*edition-[^{}]{1,64}\}/gi;

/**
 * Removes provider ids in brackets, such as `[tmdbid-1]` and `[tt0133093]`, and editions (`{edition-Name}`) from a
 * name. Returns the remaining name and the first id of each provider. An id that does not have the form of its provider
 * remains in the name.
 */
export function extractProviderIds(name: string): { text: string; ids: ProviderIds } {
  if (!/[[({]/.test(name)) return { text: name, ids: {} };
  const ids: Record<string, string> = {};
  const text = name
    .replace(ID, (bracket: string, provider: string | undefined, id: string) => {
      const key = provider?.toLowerCase() ?? 'imdb';
      if (!hasFormOf(key, id)) return bracket;
      ids[key] ??= key === 'wikidata' ? id.toUpperCase() : id.toLowerCase();
      return ' ';
    })
    .replace(EDITION, ' ');
  return { text: text.replace(/ {2,}/g, ' ').trim(), ids };
}

function hasFormOf(provider: string, id: string): boolean {
  if (provider === 'imdb') return /^tt\d{6,12}$/i.test(id);
  return provider === 'wikidata' ? /^q\d+$/i.test(id) : /^\d+$/.test(id);
}
