import { createHash } from 'node:crypto';
import type { MediaSource, SeriesSource } from '../source/media-source';
import { DERIVATION } from './media-deriver';
import { DERIVATION_RULES, rulesVersionOf, prependRulesVersion } from './derivation-rules';

/**
 * A digest of the rows that the rules derive from the sources below. If this test fails, the rules derive different
 * rows. Raise `DERIVATION_RULES`, unless this release has already raised it, and store the new digest here. With the
 * old number, servers keep the rows of the previous release.
 */
const DERIVED = { rules: 4, digest: 'e02b335401f4cf9b' };

/**
 * A release compares these hashes with stored ones. An item whose hash differs counts as changed, and its artifacts
 * become stale. Therefore, a new field must not enter the hash of a record that lacks the field.
 */
const INHERITED = '01b2a33129e2fab1c766002893b3d2ab';
const SOURCE_HASHES = {
  movie: 'a'.repeat(32),
  series: 'b'.repeat(32),
  inherited: INHERITED,
  episode: `${'c'.repeat(32)}.${INHERITED}`,
};

const LIBRARY = '11111111-1111-4111-8111-111111111111';

const movie: MediaSource = {
  library_id: LIBRARY,
  media_id: '22222222-2222-4222-8222-222222222222',
  media_kind: 'movie',
  series_id: null,
  season_id: null,
  season_number: null,
  episode_number: null,
  absolute_number: null,
  title: 'The Café of Dr. Caligari II: Night Trains',
  original_title: 'Das Café des Dr. Caligari',
  sort_title: 'Cafe of Dr. Caligari 2, The',
  aliases: ['Caligari Two', '卡里加里'],
  year: 1920,
  release_date: '1920-02-26',
  runtime_minutes: 76,
  overview:
    'Francis tells the grey story of UFA’s Caligari series, and of a U.S. somnambulist who wouldn’t wake at 10:30.',
  tagline: 'You must become Caligari!',
  genres: ['Horror', 'Science Fiction'],
  keywords: ['asylum', 'hypnosis'],
  people: [
    { name: 'Conrad Veidt', role: 'actor', character: 'Cesare', order: 1 },
    { name: 'Lil Dagover', role: 'actor', character: 'Jane Olsen', order: 0 },
    { name: 'Robert Wiene', role: 'director' },
  ],
  studios: ['Decla-Bioscop'],
  countries: ['Germany'],
  original_language: 'de',
  content_rating: 'PG',
  collection: 'Caligari Collection',
  popularity: 12.5,
  provider_related: ['imdb:tt0013442'],
  external_ids: { imdb: 'tt0010323', tmdb: '234' },
  available: true,
  content_hash: 'a'.repeat(32),
  series: null,
};

const parentSeries: SeriesSource = {
  media_id: '33333333-3333-4333-8333-333333333333',
  title: 'The Hazards of Helen',
  original_title: null,
  aliases: ['Helen'],
  genres: ['Action'],
  countries: ['United States'],
  original_language: 'en',
  content_rating: null,
  year: 1914,
  content_hash: 'b'.repeat(32),
};

const noDetails = { tagline: null, keywords: [], people: [], provider_related: [], external_ids: {}, collection: null };
const series: MediaSource = {
  ...movie,
  ...noDetails,
  ...parentSeries,
  media_kind: 'series',
  runtime_minutes: null,
  series: null,
};
const episode: MediaSource = {
  ...movie,
  ...noDetails,
  media_id: '44444444-4444-4444-8444-444444444444',
  media_kind: 'episode',
  series_id: parentSeries.media_id,
  season_number: 1,
  episode_number: 7,
  title: null,
  aliases: [],
  genres: [],
  countries: [],
  content_hash: 'c'.repeat(32),
  series: parentSeries,
};

/** An item whose texts contain words with joining signs ("Spider-Man") and without them ("Spiderman"). */
const joinedWords: MediaSource = {
  ...movie,
  title: 'M*A*S*H & R&B: L’Été de Spider-Man, 10,000 D.B.',
  original_title: "Joe O'Brien vs. 9.99",
  aliases: ['MASH and Spiderman', 'A-Team 24/7'],
  overview:
    "Don't ask AT&T: the re-make of 1,000.50 rock’n’roll film_noir nights and/or days. This series was colourised.",
  people: [{ name: 'Jean-Luc O’Neill', role: 'actor', character: 'D. B. Cooper', order: 0 }],
};

/** A series whose title shares a word with the genres. */
const actionSeries: SeriesSource = { ...parentSeries, title: 'Action & Adventure', aliases: [] };
const specials: MediaSource = {
  ...movie,
  ...noDetails,
  media_id: '55555555-5555-4555-8555-555555555555',
  media_kind: 'season',
  series_id: actionSeries.media_id,
  season_number: 0,
  title: 'Specials',
  genres: [],
  series: actionSeries,
};
/** A season 0 without a title. Its derived title is "Specials". */
const untitledSpecials: MediaSource = { ...specials, title: null };
const special: MediaSource = {
  ...specials,
  media_id: '66666666-6666-4666-8666-666666666666',
  media_kind: 'episode',
  season_id: specials.media_id,
  episode_number: 0,
  title: 'Action Bloopers',
};

test('this version of the rules derives rows with the stored digest', () => {
  const sources = [movie, series, episode, joinedWords, specials, untitledSpecials, special];
  const rows = sources.map((source) => DERIVATION.derive(source));
  const lines = rows.flatMap(({ context, document }) => [context.line, document.line]);
  // The hash of a row is at the end of its line.
  const derived = lines.map((line) => line.slice(0, line.lastIndexOf('\t'))).join('\n');
  const digest = createHash('sha256').update(derived).digest('hex').slice(0, 16);
  expect({ rules: DERIVATION_RULES, digest }).toEqual(DERIVED);
});

test('the hashes of sources equal those of the previous release', () => {
  const [ofMovie, ofSeries, ofEpisode] = [movie, series, episode].map((source) => DERIVATION.derive(source).context);
  expect({
    movie: ofMovie?.source_hash,
    series: ofSeries?.source_hash,
    inherited: ofSeries?.inherited_hash,
    episode: ofEpisode?.source_hash,
  }).toEqual(SOURCE_HASHES);
});

test.each([
  [1, 'abc'],
  [2, '2.abc'],
  [13, '13.abc'],
])('a row that version %i of the rules derived has the hash %s', (rules, hash) => {
  expect(prependRulesVersion('abc', rules)).toBe(hash);
  expect(rulesVersionOf(hash)).toBe(rules);
});

test('a row with an empty hash counts as derived by version 1', () => {
  expect(rulesVersionOf('')).toBe(1);
});
