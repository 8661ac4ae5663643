/** How evidence quotes the texts of the catalog. */

/** The texts of an item in the catalog. */
export interface CatalogTexts {
  readonly title: string | null;
  readonly original_title: string | null;
  readonly sort_title: string | null;
  readonly aliases: readonly string[];
  readonly overview: string | null;
  readonly tagline: string | null;
  readonly genres: readonly string[];
  readonly keywords: readonly string[];
  readonly collection: string | null;
  readonly external_ids: Readonly<Record<string, string>>;
  readonly people: readonly { readonly name: string; readonly character?: string }[];
  readonly series: {
    readonly title: string;
    readonly original_title: string | null;
    readonly aliases: readonly string[];
    readonly genres: readonly string[];
  } | null;
}

/**
 * SQL expression for the `CatalogTexts` of the row `item` of `media_items`; `series` is the row of its series, if any.
 */
export function catalogTextsOf(item: string, series: string): string {
  return `json_build_object('title', ${item}.title, 'original_title', ${item}.original_title,
         'sort_title', ${item}.sort_title, 'aliases', ${item}.aliases, 'overview', ${item}.overview,
         'tagline', ${item}.tagline, 'genres', ${item}.genres, 'keywords', ${item}.keywords,
         'collection', ${item}.collection, 'people', ${item}.people, 'external_ids', ${item}.external_ids,
         'series', CASE WHEN ${series}.media_id IS NOT NULL THEN json_build_object('title', ${series}.title,
           'original_title', ${series}.original_title, 'aliases', ${series}.aliases,
           'genres', ${series}.genres) END)`;
}

/**
 * Returns every title of an item. For a season or an episode, also returns each title of the series followed by the
 * display title.
 */
export function titleTexts(texts: CatalogTexts, displayTitle: string): string[] {
  const itemTitles = [texts.title, texts.original_title, texts.sort_title, ...texts.aliases].filter(
    (text) => text !== null,
  );
  const { series } = texts;
  if (series === null) return itemTitles;
  const seriesTitles = [series.title, series.original_title, ...series.aliases].filter((text) => text !== null);
  return [...itemTitles, ...seriesTitles.map((name) => `${name} ${displayTitle}`)];
}

/** Returns the names of people and of their characters as one text, joined by commas. */
export function peopleText({ people }: CatalogTexts): string {
  return people.flatMap(({ name, character }) => [name, ...(character === undefined ? [] : [character])]).join(', ');
}

/** Returns genres, keywords and collection as one text, joined by commas. */
export function labelsText({ genres, keywords, collection }: CatalogTexts): string {
  return [...genres, ...keywords, collection].filter((label) => label !== null).join(', ');
}

/** Returns the overview and, on a separate line, the tagline. */
export function overviewText({ overview, tagline }: CatalogTexts): string {
  return [overview, tagline].filter((text) => text !== null).join('\n');
}

/**
 * Returns the texts that quote the numbers of an item, such as `Season 2` and `S2E5`. Callers must not use the text of
 * a number that is null.
 */
export function numberTexts(numbers: {
  readonly year: number | null;
  readonly season_number: number | null;
  readonly episode_number: number | null;
}): { readonly year: string; readonly season_number: string; readonly episode_number: string } {
  const { year, season_number: season, episode_number: episode } = numbers;
  return { year: `${year}`, season_number: `Season ${season}`, episode_number: `S${season}E${episode}` };
}
