/** Parses the provider ids and editions that names contain in brackets, such as `[tmdbid-1]` or `{tmdb-1}`. */

/** Ids of a title at the metadata providers, by provider name (`imdb`, `tmdb`, `tvdb`, …). */
export type ProviderIds = Readonly<Record<string, string>>;

/** A name without its bracketed ids and edition. */
export interface MarkedName {
  readonly text: string;
  readonly ids: ProviderIds;
  /** The edition from `{edition-…}`, or null. */
  readonly edition: string | null;
}

const ID_MARK =
  /[[({]\s*(imdb|tmdb|tvdb|anidb|anilist|tvmaze|wikidata)(?:id)?\s*[-=:]\s*([a-z]{0,2}\d{1,12})\s*[\])}]/gi;
const BARE_IMDB = /[[({]\s*(tt\d{6,12})\s*[\])}]/gi;
const EDITION = /\{\s*edition-([^{}]{1,64})\}/gi;

/**
 * Parses and removes `[tmdbid-1]`, `{tmdb-1}`, `[tt0133093]` and `{edition-Name}`. If there are several ids of a
 * provider, the first one is used.
 */
export function takeMarks(name: string): MarkedName {
  if (!/[[({]/.test(name)) return { text: name, ids: {}, edition: null };
  const ids: Record<string, string> = {};
  let edition: string | null = null;
  const text = name
    .replace(ID_MARK, (mark: string, provider: string, id: string) => {
      const key = provider.toLowerCase();
      if (!isPlausibleId(key, id)) return mark;
      ids[key] ??= id.toLowerCase();
      return ' ';
    })
    .replace(BARE_IMDB, (_mark, id: string) => {
      ids['imdb'] ??= id.toLowerCase();
      return ' ';
    })
    .replace(EDITION, (_mark, label: string) => {
      edition ??= label.trim();
      return ' ';
    });
  return { text: text.replace(/ {2,}/g, ' ').trim(), ids, edition };
}

function isPlausibleId(provider: string, id: string): boolean {
  if (provider === 'imdb') return /^tt\d{6,12}$/i.test(id);
  return provider === 'wikidata' ? /^q\d+$/i.test(id) : /^\d+$/.test(id);
}
