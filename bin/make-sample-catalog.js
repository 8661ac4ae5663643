#!/usr/bin/env node
/**
 * Generates samples/catalog.ndjson from the JSON files in samples/. With `--check`, writes nothing and fails if the
 * file is not up to date. Ids are version-5 UUIDs of the slugs, so they are the same in each run.
 */
const { createHash } = require('node:crypto');
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const SAMPLES = join(__dirname, '..', 'samples');
const TARGET = join(SAMPLES, 'catalog.ndjson');
/** Namespace of the version-5 UUIDs of all sample ids. The value has no meaning, but a change would change all ids. */
const NAMESPACE = 'f3b0c442-98fc-4c14-9afb-f4c8996fb924';
const DAY_MS = 86_400_000;
const SILENT_ERA_ENDS = 1930;

const LIBRARIES = {
  silent: { name: 'Silent Era', library_kind: 'movies' },
  sound: { name: 'Sound Era', library_kind: 'movies' },
  series: { name: 'Serial Evenings', library_kind: 'series' },
};

function uuid(name) {
  const bytes = createHash('sha1')
    .update(Buffer.from(NAMESPACE.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  bytes[6] = (bytes[6] & 0x0f) | 0x50;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const libraryId = (key) => uuid(`library/${key}`);
const movieId = (slug) => `movie:${uuid(`movie/${slug}`)}`;
const seriesId = (slug) => `series:${uuid(`series/${slug}`)}`;
const seasonId = (slug, season) => `season:${uuid(`season/${slug}/${season}`)}`;
const episodeId = (slug, season, episode) => `episode:${uuid(`episode/${slug}/${season}/${episode}`)}`;

function people(source) {
  const crew = (names, role) => (names ?? []).map((name) => ({ name, role }));
  return [
    ...crew(source.directors, 'director'),
    ...crew(source.creators, 'creator'),
    ...crew(source.writers, 'writer'),
    ...crew(source.composers, 'composer'),
    ...(source.cast ?? []).map(([name, character], order) => ({ name, role: 'actor', character, order })),
  ];
}

function titleFields(source) {
  return {
    title: source.title,
    original_title: source.original_title,
    sort_title: source.sort_title,
    aliases: source.aliases,
    runtime_minutes: source.runtime,
    overview: source.overview,
    tagline: source.tagline,
    genres: source.genres,
    keywords: source.keywords,
    people: people(source),
    studios: source.studios,
    countries: source.countries,
    original_language: source.language,
    content_rating: source.rating ?? 'NR',
    external_ids: { sample: source.slug },
    provider_related: source.related?.map(movieId),
  };
}

function movieLine(film) {
  const year = Number(film.released.slice(0, 4));
  return {
    type: 'movie',
    media_id: movieId(film.slug),
    library_id: libraryId(year < SILENT_ERA_ENDS ? 'silent' : 'sound'),
    year,
    release_date: film.released,
    ...titleFields(film),
  };
}

function seriesLines(show) {
  const seasons = show.seasons.map((season) => ({ ...season, dates: airDates(season, show.every_days) }));
  const dates = seasons.flatMap(({ dates: seasonDates }) => seasonDates).sort();
  const series = {
    type: 'series',
    media_id: seriesId(show.slug),
    library_id: libraryId('series'),
    year: Number(show.first.slice(0, 4)),
    first_air_date: show.first,
    last_air_date: dates.at(-1),
    status: show.status,
    ...titleFields(show),
  };
  let absoluteNumber = 0;
  const children = seasons.flatMap((season) => [
    seasonLine(show, season),
    ...season.episodes.map(([name, overview], index) => ({
      type: 'episode',
      media_id: episodeId(show.slug, season.number, index + 1),
      series_id: seriesId(show.slug),
      season_id: seasonId(show.slug, season.number),
      season_number: season.number,
      episode_number: index + 1,
      absolute_number: season.number === 0 ? undefined : (absoluteNumber += 1),
      title: name,
      overview,
      air_date: season.dates[index],
      runtime_minutes: show.runtime,
    })),
  ]);
  return [series, ...children];
}

function seasonLine(show, season) {
  return {
    type: 'season',
    media_id: seasonId(show.slug, season.number),
    series_id: seriesId(show.slug),
    season_number: season.number,
    title: season.title,
    air_date: season.first,
  };
}

function airDates({ first, episodes }, everyDays) {
  const start = Date.parse(first);
  return episodes.map((_, index) => new Date(start + index * everyDays * DAY_MS).toISOString().slice(0, 10));
}

/** The watch-state lines of a user. An item path is the slug of a movie, or `slug/season/episode`. */
function watchLines({ username, watched, started }, runtimes) {
  const watchedItems = [...watched.map((itemPath) => [itemPath, 100]), ...Object.entries(started)];
  return watchedItems.map(([itemPath, percent], index) => {
    const [slug, season, episode] = itemPath.split('/');
    if (!runtimes.has(slug)) throw new Error(`${itemPath}: samples/ contains no movie or series with this slug.`);
    const minutes = runtimes.get(slug);
    if (minutes === undefined) throw new Error(`${itemPath}: the movie or series with this slug has no runtime.`);
    return {
      type: 'watch_state',
      username,
      media_id: season === undefined ? movieId(slug) : episodeId(slug, season, episode),
      position_seconds: Math.round((minutes * 60 * percent) / 100),
      duration_seconds: minutes * 60,
      last_watched_at: new Date(Date.parse('2026-01-02T20:00:00Z') + index * DAY_MS).toISOString(),
    };
  });
}

function makeCatalog() {
  const read = (name) => JSON.parse(readFileSync(join(SAMPLES, name), 'utf8'));
  const films = read('films.json');
  const shows = read('series.json');
  const runtimes = new Map([...films, ...shows].map(({ slug, runtime }) => [slug, runtime]));
  const lines = [
    ...Object.entries(LIBRARIES).map(([key, library]) => ({ type: 'library', library_id: libraryId(key), ...library })),
    ...films.map(movieLine),
    ...shows.flatMap(seriesLines),
    ...read('watch-states.json').flatMap((states) => watchLines(states, runtimes)),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const catalog = makeCatalog();
if (!process.argv.includes('--check')) writeFileSync(TARGET, catalog);
else if (readFileSync(TARGET, 'utf8') !== catalog) {
  console.error('samples/catalog.ndjson is not up to date: run `node bin/make-sample-catalog.js`.');
  process.exit(1);
}
