/** Ids from the addresses of metadata providers, which some NFO files hold instead of, or beside, their fields. */

const ADDRESSES: readonly [provider: string, pattern: RegExp][] = [
  ['imdb', /imdb\.(?:com|de)\/(?:[a-z-]{2,5}\/)?title\/(tt\d{6,12})/i],
  ['tmdb', /themoviedb\.org\/(?:movie|tv)\/(\d{1,12})/i],
  ['tvdb', /thetvdb\.com\/(?:[^\s"<>]{0,80}?[?&](?:series)?id=|(?:dereferrer\/)?series\/)(\d{1,12})/i],
  ['tvmaze', /tvmaze\.com\/shows\/(\d{1,12})/i],
  ['anidb', /anidb\.net\/(?:a|anime\/|[^\s"<>]{0,80}?aid=)(\d{1,12})/i],
];

/** Ids by provider name; empty when the text holds no known address. The first address of a provider wins. */
export function findAddressedIds(text: string): Record<string, string> {
  const found = ADDRESSES.map(([provider, pattern]) => [provider, pattern.exec(text)?.[1]?.toLowerCase()] as const);
  return Object.fromEntries(found.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
}
