/** Extracts provider ids from brackets in names, such as `[tmdbid-1]` or `{tmdb-1}`. */

/** Ids of a title at the metadata providers, by provider name (`imdb`, `tmdb`, `tvdb`, …). */
export type ProviderIds = Readonly<Record<string, string>>;

const ID = /[[({]\s*(imdb|tmdb|tvdb|anidb|anilist|tvmaze|wikidata)(?:id)?\s*[-=:]\s*([a-z]{0,2}\d{1,12})\s*[\])}]/gi;
const BARE_IMDB = /[[({]\s*(tt\d{6,12})\s*[\])}]/gi;
const EDITION = /\{\s*edition-[^{}]{1,64}\}/gi;

/**
 * Removes `[tmdbid-1]`, `{tmdb-1}`, `[tt0133093]` and `{edition-Name}` from a name. Returns the rest of the name and the
 * ids; if there are several ids of a provider, the first one.
 */
export function extractBrackets(name: string): { text: string; ids: ProviderIds } {
  if (!/[[({]/.test(name)) return { text: name, ids: {} };
  const ids: Record<string, string> = {};
  const text = name
    .replace(ID, (bracket: string, provider: string, id: string) => {
      const key = provider.toLowerCase();
      if (!isPlausibleId(key, id)) return bracket;
      ids[key] ??= id.toLowerCase();
      return ' ';
    })
    .replace(BARE_IMDB, (_bracket, id: string) => {
      ids['imdb'] ??= id.toLowerCase();
      return ' ';
    })
    .replace(EDITION, ' ');
  return { text: text.replace(/ {2,}/g, ' ').trim(), ids };
}

function isPlausibleId(provider: string, id: string): boolean {
  if (provider === 'imdb') return /^tt\d{6,12}$/i.test(id);
  return provider === 'wikidata' ? /^q\d+$/i.test(id) : /^\d+$/.test(id);
}
