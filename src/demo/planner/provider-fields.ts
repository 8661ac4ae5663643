/** Converts answers of the metadata provider to fields of the catalog. */
import { toBoundedFields } from '../../catalog/scanner/units/bounded-fields';
import type { MetadataFields } from '../../catalog/scanner/units/metadata-fields';
import type { CatalogPerson } from '../../database/entities/catalog/media-item.entity';
import type {
  CastMember,
  CrewMember,
  ProviderEpisode,
  ProviderMovie,
  ProviderSeason,
  ProviderSeries,
} from '../provider/provider-shapes';

/** Roles by job in lower case. People with other jobs are left out. */
const CREW_ROLES: ReadonlyMap<string, CatalogPerson['role']> = new Map([
  ['director', 'director'],
  ['screenplay', 'writer'],
  ['writer', 'writer'],
  ['story', 'writer'],
  ['novel', 'writer'],
  ['original music composer', 'composer'],
  ['producer', 'producer'],
  ['executive producer', 'producer'],
]);
const CAST_MAX = 40;

/** The provider's type of a release in cinemas. The certification of such a release takes precedence. */
const THEATRICAL = 3;

/**
 * Returns the fields of a film. Like the other functions that return fields, cleans all texts, because they can contain
 * characters that the database does not accept.
 */
export function toMovieFields(movie: ProviderMovie, region: string): MetadataFields {
  const collection = movie.belongs_to_collection?.name;
  return toBoundedFields({
    title: movie.title,
    original_title: toText(movie.original_title),
    aliases: movie.alternative_titles?.titles?.map(({ title }) => title).slice(0, 20),
    year: toYear(movie.release_date),
    date: toText(movie.release_date),
    runtime_minutes: toPositive(movie.runtime),
    overview: toText(movie.overview),
    tagline: toText(movie.tagline),
    genres: toNames(movie.genres),
    keywords: [...(toNames(movie.keywords?.keywords) ?? []), ...(collection ? [collection] : [])],
    people: toPeople(movie.credits?.cast, movie.credits?.crew),
    studios: toNames(movie.production_companies),
    countries: toNames(movie.production_countries),
    original_language: toText(movie.original_language),
    content_rating: toCertification(movie, region),
    popularity: movie.popularity ?? undefined,
    external_ids: toIds({ tmdb: movie.id, imdb: movie.imdb_id }),
  });
}

/** Returns the fields of a series. */
export function toSeriesFields(series: ProviderSeries, region: string): MetadataFields {
  const creators = (series.created_by ?? []).map(({ name }): CatalogPerson => ({ name, role: 'creator' }));
  const { cast, crew } = series.aggregate_credits ?? {};
  return toBoundedFields({
    title: series.name,
    original_title: toText(series.original_name),
    year: toYear(series.first_air_date),
    date: toText(series.first_air_date),
    last_air_date: toText(series.last_air_date),
    status: toText(series.status),
    runtime_minutes: toPositive(series.episode_run_time?.[0]),
    overview: toText(series.overview),
    tagline: toText(series.tagline),
    genres: toNames(series.genres),
    people: [...creators, ...(toPeople(cast, crew) ?? [])],
    studios: toNames(series.networks),
    countries: toNames(series.production_countries),
    original_language: toText(series.original_language),
    content_rating: toText(series.content_ratings?.results.find(({ iso_3166_1 }) => iso_3166_1 === region)?.rating),
    popularity: series.popularity ?? undefined,
    external_ids: toIds({ tmdb: series.id, imdb: series.external_ids?.imdb_id, tvdb: series.external_ids?.tvdb_id }),
  });
}

/** Returns the fields of a season. */
export function toSeasonFields(season: ProviderSeason): MetadataFields {
  return toBoundedFields({
    title: toText(season.name),
    overview: toText(season.overview),
    date: toText(season.air_date),
  });
}

/** Returns the fields of an episode. */
export function toEpisodeFields(episode: ProviderEpisode): MetadataFields {
  return toBoundedFields({
    title: toText(episode.name),
    overview: toText(episode.overview),
    date: toText(episode.air_date),
    runtime_minutes: toPositive(episode.runtime),
  });
}

/** Returns the year of a date; null if the date is absent or malformed, or before 1800. */
export function findYear(date: string | null | undefined): number | null {
  const year = /^(\d{4})-\d{2}-\d{2}$/.exec(date ?? '')?.[1];
  return year === undefined || year < '1800' ? null : Number(year);
}

/** Returns the year of a date as the end of a name, such as ` (1999)`; empty if `findYear` returns null. */
export function yearSuffix(date: string | null | undefined): string {
  const year = findYear(date);
  return year === null ? '' : ` (${year})`;
}

function toYear(date: string | null | undefined): number | undefined {
  return findYear(date) ?? undefined;
}

function toText(text: string | null | undefined): string | undefined {
  return text === null || text === undefined || text.trim() === '' ? undefined : text;
}

function toPositive(value: number | null | undefined): number | undefined {
  return value !== null && value !== undefined && Number.isInteger(value) && value > 0 ? value : undefined;
}

function toNames(values: readonly { readonly name: string }[] | null | undefined): string[] | undefined {
  return values?.map(({ name }) => name);
}

function toPeople(cast: readonly CastMember[] = [], crew: readonly CrewMember[] = []): CatalogPerson[] | undefined {
  const actors = cast.slice(0, CAST_MAX).map((member, index): CatalogPerson => {
    const character = toText(member.character ?? member.roles?.[0]?.character);
    return { name: member.name, role: 'actor', character, order: member.order ?? index };
  });
  const crewPeople = crew.flatMap((member): CatalogPerson[] => {
    const jobs = [member.job, ...(member.jobs ?? []).map(({ job }) => job)];
    const roles = new Set(jobs.flatMap((job) => CREW_ROLES.get(job?.toLowerCase() ?? '') ?? []));
    return [...roles].map((role) => ({ name: member.name, role }));
  });
  return [...crewPeople, ...actors];
}

function toCertification(movie: ProviderMovie, region: string): string | undefined {
  const releases = movie.release_dates?.results.find(({ iso_3166_1 }) => iso_3166_1 === region)?.release_dates ?? [];
  const ratedReleases = releases.filter(({ certification }) => toText(certification) !== undefined);
  return toText((ratedReleases.find(({ type }) => type === THEATRICAL) ?? ratedReleases[0])?.certification);
}

function toIds(ids: Readonly<Record<string, string | number | null | undefined>>): Record<string, string> {
  const presentIds = Object.entries(ids).filter(([, id]) => id !== null && id !== undefined && id !== '');
  return Object.fromEntries(presentIds.map(([provider, id]) => [provider, String(id)]));
}
