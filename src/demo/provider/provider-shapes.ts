/** Schemas and types for the members that the demo reads from the provider's answers. Other members are ignored. */
import { type Static, type TArray, type TSchema, Type } from '@sinclair/typebox';
import Ajv, { type ValidateFunction } from 'ajv';
import { optional } from '../../catalog/ingest/records/schema-builders';

const LIST_MAX = 20_000;

function list<Schema extends TSchema>(items: Schema): TArray<Schema> {
  return Type.Array(items, { maxItems: LIST_MAX });
}

const id = Type.Integer({ minimum: 1, maximum: 2 ** 31 });
const count = Type.Integer({ minimum: 0, maximum: 100_000 });
const requiredText = Type.String({ minLength: 1, maxLength: 2_000 });
const text = optional(Type.String({ maxLength: 200_000 }));
const number = optional(Type.Number());
const flag = optional(Type.Boolean());

const NAMED = Type.Object({ name: requiredText });
const CAST_MEMBER = Type.Object({
  name: requiredText,
  character: text,
  order: number,
  /** Only in series: one role for each character. */
  roles: Type.Optional(list(Type.Object({ character: text }))),
});
const CREW_MEMBER = Type.Object({
  name: requiredText,
  job: text,
  jobs: Type.Optional(list(Type.Object({ job: text }))),
});
const credits = optional(
  Type.Object({ cast: Type.Optional(list(CAST_MEMBER)), crew: Type.Optional(list(CREW_MEMBER)) }),
);
const COUNTRY_RELEASES = Type.Object({
  iso_3166_1: requiredText,
  release_dates: list(Type.Object({ certification: text, type: number })),
});

/** Returns whether an answer matches a schema. */
export type ProviderShape<T> = (answer: unknown) => answer is T;

const ajv = new Ajv({ strict: true });

/** Returns a validator of answers. Its first call compiles the schema, so the start of the service takes less time. */
function shape<Schema extends TSchema>(schema: Schema): ProviderShape<Static<Schema>> {
  let validate: ValidateFunction<Static<Schema>> | undefined;
  return (answer): answer is Static<Schema> => (validate ??= ajv.compile<Static<Schema>>(schema))(answer);
}

const PAGE_SCHEMA = Type.Object({
  page: count,
  results: Type.Array(Type.Unknown(), { maxItems: 100 }),
  total_pages: Type.Integer({ minimum: 0 }),
});

const LISTED_TITLE_SCHEMA = Type.Object({ id, adult: flag });

const MOVIE_SCHEMA = Type.Object({
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
  genres: optional(list(NAMED)),
  production_companies: optional(list(NAMED)),
  production_countries: optional(list(NAMED)),
  belongs_to_collection: optional(NAMED),
  credits,
  release_dates: optional(Type.Object({ results: list(COUNTRY_RELEASES) })),
  keywords: optional(Type.Object({ keywords: Type.Optional(list(NAMED)) })),
  alternative_titles: optional(Type.Object({ titles: Type.Optional(list(Type.Object({ title: requiredText }))) })),
});

const LISTED_SEASON = Type.Object({
  season_number: count,
  episode_count: count,
  name: text,
  overview: text,
  air_date: text,
});

const SERIES_SCHEMA = Type.Object({
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
  episode_run_time: optional(list(Type.Number())),
  genres: optional(list(NAMED)),
  networks: optional(list(NAMED)),
  created_by: optional(list(NAMED)),
  production_countries: optional(list(NAMED)),
  seasons: list(LISTED_SEASON),
  aggregate_credits: credits,
  content_ratings: optional(Type.Object({ results: list(Type.Object({ iso_3166_1: requiredText, rating: text })) })),
  external_ids: optional(Type.Object({ imdb_id: text, tvdb_id: number })),
});

const SEASON_SCHEMA = Type.Object({
  season_number: count,
  name: text,
  overview: text,
  air_date: text,
  episodes: list(Type.Object({ episode_number: count, name: text, overview: text, air_date: text, runtime: number })),
});

export type CastMember = Static<typeof CAST_MEMBER>;
export type CrewMember = Static<typeof CREW_MEMBER>;
/** A season in the answer for a series, without its episodes. */
export type ListedSeason = Static<typeof LISTED_SEASON>;
/** A film with the parts that the request appends, such as `credits`. */
export type ProviderMovie = Static<typeof MOVIE_SCHEMA>;
/** A series with the parts that the request appends, such as `external_ids`. */
export type ProviderSeries = Static<typeof SERIES_SCHEMA>;
export type ProviderSeason = Static<typeof SEASON_SCHEMA>;
export type ProviderEpisode = ProviderSeason['episodes'][number];

export const isPage = shape(PAGE_SCHEMA);
export const isListedTitle = shape(LISTED_TITLE_SCHEMA);
export const isMovie = shape(MOVIE_SCHEMA);
export const isSeries = shape(SERIES_SCHEMA);
export const isSeason = shape(SEASON_SCHEMA);
