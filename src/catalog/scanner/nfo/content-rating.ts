import { distinctBy } from '../../../common/distinct-by';

const COUNTRY_PREFIX = /^([A-Za-z]{2,3})\s*[:-]\s*(?=\S)/;

/** A slash or bar at the end of the text or before a country with a colon, or a slash between spaces. */
const SEPARATOR = /[/|](?=\s*(?:[A-Za-z]{2,3}\s*:|$))|\s\/\s/;

/** A content rating. `country` is a country code in upper case, or null. */
export interface ContentRating {
  readonly country: string | null;
  readonly rating: string;
}

/**
 * Parses texts such as `Rated PG-13 for violence`, `US:R / DE:16` and `SE:11 / SE:11+`. Keeps the order and removes
 * duplicates.
 */
export function toContentRatings(text: string): ContentRating[] {
  const ratings = text.split(SEPARATOR).flatMap((part): ContentRating[] => {
    const withoutRated = part.trim().replace(/^rated\s+/i, '');
    const prefix = COUNTRY_PREFIX.exec(withoutRated);
    // A colon separates a country from its rating. So does a hyphen in `DE-16`, but not in `TV-14` and `PG-13`.
    const country = prefix !== null && isCountry(withoutRated, prefix) ? (prefix[1] ?? '').toUpperCase() : null;
    const withoutCountry = country === null ? withoutRated : withoutRated.slice(prefix?.[0].length ?? 0);
    const [rating = ''] = withoutCountry.split(/\sfor\s/i, 1).map((text) => text.trim());
    return rating === '' ? [] : [{ country, rating }];
  });
  return distinctBy(ratings, ({ country, rating }) => `${country ?? ''}:${rating}`);
}

/** Returns the rating of the country, or else the first rating; null if there is none. */
export function findContentRating(text: string, country?: string): string | null {
  const ratings = toContentRatings(text);
  const ofCountry = ratings.find((rating) => country !== undefined && rating.country === country.toUpperCase());
  return (ofCountry ?? ratings[0])?.rating ?? null;
}

function isCountry(text: string, prefix: RegExpExecArray): boolean {
  return prefix[0].includes(':') || (/^[A-Z]{2}-\d/.test(text) && !['TV', 'PG', 'NC', 'VM'].includes(prefix[1] ?? ''));
}
