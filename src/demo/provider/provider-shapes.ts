/** What the service reads of the provider's answers, checked against schemas; anything else in them is not looked at. */
import Ajv, { type ValidateFunction } from 'ajv';

/** A named thing: a genre, company, keyword or person. */
export interface Named {
  readonly name: string;
}

/** A page of a list; items are checked one by one. */
export interface ProviderPage {
  readonly page: number;
  readonly results: readonly unknown[];
  readonly total_pages: number;
}

/** A title in a list. */
export interface ListedTitle {
  readonly id: number;
  readonly adult?: boolean | null;
}

/** A film with what was appended to it. */
export interface ProviderMovie {
  readonly id: number;
  readonly adult?: boolean | null;
  readonly title: string;
  readonly original_title?: string | null;
  readonly original_language?: string | null;
  readonly overview?: string | null;
  readonly tagline?: string | null;
  readonly release_date?: string | null;
  readonly runtime?: number | null;
  readonly popularity?: number | null;
  readonly imdb_id?: string | null;
  readonly genres?: readonly Named[] | null;
  readonly production_companies?: readonly Named[] | null;
  readonly production_countries?: readonly Named[] | null;
  readonly belongs_to_collection?: Named | null;
  readonly credits?: { readonly cast?: readonly CastMember[]; readonly crew?: readonly CrewMember[] } | null;
  readonly release_dates?: { readonly results: readonly CountryReleases[] } | null;
  readonly keywords?: { readonly keywords?: readonly Named[] } | null;
  readonly alternative_titles?: { readonly titles?: readonly { readonly title: string }[] } | null;
}

/** A member of the cast. */
export interface CastMember extends Named {
  readonly character?: string | null;
  readonly order?: number | null;
  /** In series: one for each character. */
  readonly roles?: readonly { readonly character?: string | null }[];
}

/** A member of the crew. */
export interface CrewMember extends Named {
  readonly job?: string | null;
  readonly jobs?: readonly { readonly job?: string | null }[];
}

/** The releases of a film in one country. */
export interface CountryReleases {
  readonly iso_3166_1: string;
  readonly release_dates: readonly { readonly certification?: string | null; readonly type?: number | null }[];
}

/** A season in the list of a series. */
export interface ListedSeason {
  readonly season_number: number;
  readonly episode_count: number;
  readonly name?: string | null;
  readonly overview?: string | null;
  readonly air_date?: string | null;
}

/** A series with what was appended to it. */
export interface ProviderSeries {
  readonly id: number;
  readonly adult?: boolean | null;
  readonly name: string;
  readonly original_name?: string | null;
  readonly original_language?: string | null;
  readonly overview?: string | null;
  readonly tagline?: string | null;
  readonly first_air_date?: string | null;
  readonly last_air_date?: string | null;
  readonly status?: string | null;
  readonly popularity?: number | null;
  readonly episode_run_time?: readonly number[] | null;
  readonly genres?: readonly Named[] | null;
  readonly networks?: readonly Named[] | null;
  readonly created_by?: readonly Named[] | null;
  readonly production_countries?: readonly Named[] | null;
  readonly seasons: readonly ListedSeason[];
  readonly aggregate_credits?: { readonly cast?: readonly CastMember[]; readonly crew?: readonly CrewMember[] } | null;
  readonly content_ratings?: {
    readonly results: readonly { readonly iso_3166_1: string; readonly rating?: string | null }[];
  } | null;
  readonly external_ids?: { readonly imdb_id?: string | null; readonly tvdb_id?: number | null } | null;
}

/** A season with its episodes. */
export interface ProviderSeason {
  readonly season_number: number;
  readonly name?: string | null;
  readonly overview?: string | null;
  readonly air_date?: string | null;
  readonly episodes: readonly {
    readonly episode_number: number;
    readonly name?: string | null;
    readonly overview?: string | null;
    readonly air_date?: string | null;
    readonly runtime?: number | null;
  }[];
}

const ajv = new Ajv({ strict: true, allowUnionTypes: true });
const LIST_MAX = 20_000;
const id = { type: 'integer', minimum: 1, maximum: 2 ** 31 };
const requiredText = { type: 'string', minLength: 1, maxLength: 2_000 };
const text = { type: ['string', 'null'], maxLength: 200_000 };
const number = { type: ['number', 'null'] };
const flag = { type: ['boolean', 'null'] };
const count = { type: 'integer', minimum: 0, maximum: 100_000 };

function object(required: readonly string[], properties: Record<string, object>): object {
  return { type: 'object', required, properties };
}

function optional(schema: object): object {
  return { anyOf: [schema, { type: 'null' }] };
}

function list(items: object): object {
  return { type: 'array', maxItems: LIST_MAX, items };
}

/** Whether an answer is of a shape. */
export type ProviderShape<T> = (answer: unknown) => answer is T;

/** Compiled when the first answer comes: a start waits for none. */
function shape<T>(schema: object): ProviderShape<T> {
  let validate: ValidateFunction<T> | undefined;
  return (answer): answer is T => (validate ??= ajv.compile<T>(schema))(answer);
}

const named = object(['name'], { name: requiredText });
const cast = object(['name'], {
  name: requiredText,
  character: text,
  order: number,
  roles: list(object([], { character: text })),
});
const crew = object(['name'], { name: requiredText, job: text, jobs: list(object([], { job: text })) });
const credits = optional(object([], { cast: list(cast), crew: list(crew) }));
const episode = object(['episode_number'], {
  episode_number: count,
  name: text,
  overview: text,
  air_date: text,
  runtime: number,
});

/** A page of a list. */
export const PAGE = shape<ProviderPage>(
  object(['page', 'results', 'total_pages'], {
    page: count,
    results: { type: 'array', maxItems: 100 },
    total_pages: { type: 'integer', minimum: 0 },
  }),
);

/** An item of a page. */
export const LISTED_TITLE = shape<ListedTitle>(object(['id'], { id, adult: flag }));

/** A film. */
export const MOVIE = shape<ProviderMovie>(
  object(['id', 'title'], {
    id,
    adult: flag,
    title: requiredText,
    original_title: text,
    original_language: text,
    overview: text,
    tagline: text,
    release_date: text,
    runtime: number,
    popularity: number,
    imdb_id: text,
    genres: optional(list(named)),
    production_companies: optional(list(named)),
    production_countries: optional(list(named)),
    belongs_to_collection: optional(named),
    credits,
    release_dates: optional(
      object(['results'], {
        results: list(
          object(['iso_3166_1', 'release_dates'], {
            iso_3166_1: requiredText,
            release_dates: list(object([], { certification: text, type: number })),
          }),
        ),
      }),
    ),
    keywords: optional(object([], { keywords: list(named) })),
    alternative_titles: optional(object([], { titles: list(object(['title'], { title: requiredText })) })),
  }),
);

/** A series. */
export const SERIES = shape<ProviderSeries>(
  object(['id', 'name', 'seasons'], {
    id,
    adult: flag,
    name: requiredText,
    original_name: text,
    original_language: text,
    overview: text,
    tagline: text,
    first_air_date: text,
    last_air_date: text,
    status: text,
    popularity: number,
    episode_run_time: optional(list({ type: 'number' })),
    genres: optional(list(named)),
    networks: optional(list(named)),
    created_by: optional(list(named)),
    production_countries: optional(list(named)),
    seasons: list(
      object(['season_number', 'episode_count'], {
        season_number: count,
        episode_count: count,
        name: text,
        overview: text,
        air_date: text,
      }),
    ),
    aggregate_credits: credits,
    content_ratings: optional(
      object(['results'], {
        results: list(object(['iso_3166_1'], { iso_3166_1: requiredText, rating: text })),
      }),
    ),
    external_ids: optional(object([], { imdb_id: text, tvdb_id: number })),
  }),
);

/** A season. */
export const SEASON = shape<ProviderSeason>(
  object(['season_number', 'episodes'], {
    season_number: count,
    name: text,
    overview: text,
    air_date: text,
    episodes: list(episode),
  }),
);
