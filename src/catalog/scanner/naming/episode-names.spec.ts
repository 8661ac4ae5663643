import * as fc from 'fast-check';
import { findSeasonFolder } from './folders/season-folder';
import { toSeriesPath } from './folders/series-path';

/**
 * Each case is a path and the expected result: `series (year) | numbers | title | form`, followed by marks: the air
 * date, `abs=` with the absolute number, `mismatch` if the name and the folder give different seasons, `outside` if the
 * file is in no season folder, and `assumed` if season 1 is assumed. `?` is a video without a series or an episode
 * number, followed by its series, if any. `+` is an extra.
 */
const PATHS: [string, string][] = [
  [
    'Fargo (2014)/Season 01/Fargo - S01E02 - The Rooster Prince.mkv',
    'Fargo (2014) | 1x2 | The Rooster Prince | season_episode',
  ],
  [
    'Fargo (2014)/Season 1/Fargo.S01E02.The.Rooster.Prince.1080p.WEB-DL.mkv',
    'Fargo (2014) | 1x2 | The Rooster Prince | season_episode',
  ],
  ['Fargo/Season 1/Fargo (2014) - 05 - Room 104.mkv', 'Fargo | 1x5 | Room 104 | trailing_number'],
  ['Fargo/Season 1/Fargo - 05 - Room 104.mkv', 'Fargo | 1x5 | Room 104 | leading_number'],
  ['Show/Season 10/Show (2014) - 05 [1080].mkv', 'Show | 10x5 | - | trailing_number'],
  ['Show/Season 20/Show - 05 - Title (2008).mkv', 'Show | 20x5 | Title (2008) | leading_number'],
  ['Fargo/Season 1/Fargo - 102 - Title.mkv', 'Fargo | 1x2 | Title | bare_digits'],
  ['Fargo/Season 1/s1e9.mkv', 'Fargo | 1x9 | - | season_episode'],
  ['Fargo/Season 1/S01 - E02.mkv', 'Fargo | 1x2 | - | season_episode'],
  ['Fargo/Season 1/S01.E02.mkv', 'Fargo | 1x2 | - | season_episode'],
  ['Fargo/Season 1/S01_E02.mkv', 'Fargo | 1x2 | - | season_episode'],
  ['Fargo/Season 1/s01 ep02 Title.mkv', 'Fargo | 1x2 | Title | season_episode'],
  ['Fargo/Season 1/Fargo S01x02.mkv', 'Fargo | 1x2 | - | season_episode'],
  ['Fargo/Season 1/[Group] Fargo - S01E02 (1080p) [ABCD1234].mkv', 'Fargo | 1x2 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E02v2.mkv', 'Fargo | 1x2 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E1000.mkv', 'Fargo | 1x1000 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E02-E03.mkv', 'Fargo | 1x2 1x3 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E02-E04.mkv', 'Fargo | 1x2 1x3 1x4 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E02E03.mkv', 'Fargo | 1x2 1x3 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E02E05.mkv', 'Fargo | 1x2 1x5 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E02E03E04.mkv', 'Fargo | 1x2 1x3 1x4 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E02-03.mkv', 'Fargo | 1x2 1x3 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E02-04 - Title.mkv', 'Fargo | 1x2 1x3 1x4 | Title | season_episode'],
  ['Fargo/Season 1/Fargo S01E02 - E03 - Title.mkv', 'Fargo | 1x2 1x3 | Title | season_episode'],
  ['Fargo/Season 1/Fargo S01E02+E03.mkv', 'Fargo | 1x2 1x3 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E02 E03.mkv', 'Fargo | 1x2 1x3 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E02-S01E04.mkv', 'Fargo | 1x2 1x3 1x4 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E02S01E04.mkv', 'Fargo | 1x2 1x4 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E02xE03.mkv', 'Fargo | 1x2 1x3 | - | season_episode'],
  ['Fargo/Season 1/Fargo.S01E02.x264-GRP.mkv', 'Fargo | 1x2 | - | season_episode'],
  ['Fargo/Season 1/Fargo.S01E02-x265.mkv', 'Fargo | 1x2 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E02x264.mkv', 'Fargo | 1x2 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E02x03.mkv', 'Fargo | 1x2 1x3 | - | season_episode'],
  ['Fargo/Season 1/Fargo.S01E02.1920x816.mkv', 'Fargo | 1x2 | 1920x816 | season_episode'],
  ['Fargo/Season 1/Fargo.1x02.720x480.mkv', 'Fargo | 1x2 | 720x480 | cross'],
  ['Fargo/Season 1/Fargo.S01.x264.mkv', '? Fargo'],
  ['Fargo/Specials/s00e01s01e03.mkv', 'Fargo | 0x1 1x3 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E02-720p.mkv', 'Fargo | 1x2 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E02-1080p.mkv', 'Fargo | 1x2 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E02 - 11-59.mkv', 'Fargo | 1x2 | 11-59 | season_episode'],
  ['Fargo/Season 1/Fargo S01E02 - 1-23-45.mkv', 'Fargo | 1x2 | 1-23-45 | season_episode'],
  ['Fargo/Season 1/Fargo S01E02-11-59.mkv', 'Fargo | 1x2 | 11-59 | season_episode'],
  ['Fargo/Season 1/Fargo S01E02 - 03.mkv', 'Fargo | 1x2 | 03 | season_episode'],
  ['Fargo/Season 1/Fargo S01E05-02.mkv', 'Fargo | 1x5 | 02 | season_episode'],
  ['Fargo/Season 1/Fargo S01E05-1917.mkv', 'Fargo | 1x5 | 1917 | season_episode'],
  ['Fargo/Season 1/Fargo S01E02 - 1917 - Title.mkv', 'Fargo | 1x2 | Title | season_episode abs=1917'],
  ['Naruto/Season 1/Naruto - S01E01 - 001 - Enter.mkv', 'Naruto | 1x1 | Enter | season_episode abs=1'],
  ['Naruto/Season 1/Naruto - S01E01 - 000 - Enter.mkv', 'Naruto | 1x1 | Enter | season_episode'],
  ['Naruto/Season 2/Naruto - S02E03 - 105.mkv', 'Naruto | 2x3 | 105 | season_episode'],
  ['Fargo/Season 1/Fargo - S01E00 - Pilot.mkv', 'Fargo | 1x0 | Pilot | season_episode'],
  ['Fargo/Season 00/Fargo - S00E01 - Recap.mkv', 'Fargo | 0x1 | Recap | season_episode'],
  ['Fargo/Specials/Fargo - S00E270.mkv', 'Fargo | 0x270 | - | season_episode'],
  ['Fargo/Season 2/Fargo - S01E03.mkv', 'Fargo | 1x3 | - | season_episode mismatch'],
  ['Fargo/Fargo - S01E03.mkv', 'Fargo | 1x3 | - | season_episode outside'],
  ['Fargo/S01/Fargo - S01E03.mkv', 'Fargo | 1x3 | - | season_episode'],
  ['Fargo/1/Fargo - S01E03.mkv', 'Fargo | 1x3 | - | season_episode'],
  ['Fargo/Fargo.S02.1080p.BluRay/Fargo.S02E03.mkv', 'Fargo | 2x3 | - | season_episode'],
  ['Fargo/Season 2009/Fargo S2009E03.mkv', 'Fargo | 2009x3 | - | season_episode'],
  ['Fargo/Season 1/Fargo 1x02 Title.mkv', 'Fargo | 1x2 | Title | cross'],
  ['Fargo/Season 1/01x02.mkv', 'Fargo | 1x2 | - | cross'],
  ['Fargo/Season 1/Fargo.1x02.Title.mkv', 'Fargo | 1x2 | Title | cross'],
  ['Fargo/Season 1/Fargo [1x02] Title.mkv', 'Fargo | 1x2 | Title | cross'],
  ['Fargo/Season 1/1x02-03.mkv', 'Fargo | 1x2 1x3 | - | cross'],
  ['Fargo/Season 1/1x02-1x04.mkv', 'Fargo | 1x2 1x3 1x4 | - | cross'],
  ['Fargo/Season 1/1x02x03.mkv', 'Fargo | 1x2 1x3 | - | cross'],
  ['Fargo/Season 1/Fargo 2009x02.mkv', 'Fargo | 2009x2 | - | cross mismatch'],
  ['Fargo/Season 1/Fargo 2009x366.mkv', 'Fargo | 2009x366 | - | cross mismatch'],
  ['Fargo/Season 2/Name - 05 [1920x816].mkv', 'Fargo | 2x5 | - | trailing_number'],
  ['Fargo/Season 2/Fargo 2048x858 1x02.mkv', 'Fargo | 1x2 | - | cross mismatch'],
  ['Fargo/Season 1/Fargo 1920x1080 S01E02.mkv', 'Fargo | 1x2 | - | season_episode'],
  ['Fargo/Season 3/Fargo Season 3 Episode 2.mkv', 'Fargo | 3x2 | - | words'],
  ['Fargo/Season 3/Fargo.Season.3.Episode.2.Title.mkv', 'Fargo | 3x2 | Title | words'],
  ['Fargo/Season 3/Season 3, Episode 2 - Title.mkv', 'Fargo | 3x2 | Title | words'],
  ['Fargo/Fargo Season 3 Episode 2.mkv', 'Fargo | 3x2 | - | words outside'],
  ['Daily/Season 1/Daily 2017.04.20.mkv', 'Daily | 1x420 | - | date 2017-04-20'],
  ['Daily/Daily 2017-04-20 - Guest.mkv', 'Daily | 2017x420 | Guest | date 2017-04-20 outside'],
  ['Daily/Daily 20.04.2017.mkv', 'Daily | 2017x420 | - | date 2017-04-20 outside'],
  ['Daily/Daily 20_04_2017 Guest.mkv', 'Daily | 2017x420 | Guest | date 2017-04-20 outside'],
  ['Daily/Daily 2017 04 20.mkv', 'Daily | 2017x420 | - | date 2017-04-20 outside'],
  ['Daily/Daily.2016.20.04.2017.mkv', 'Daily | 2017x420 | - | date 2017-04-20 outside'],
  ['Daily/Daily.2016.12.04.2017.mkv', 'Daily | 2017x412 | - | date 2017-04-12 outside'],
  ['Daily/Season 2017/2017-12-31.mkv', 'Daily | 2017x1231 | - | date 2017-12-31'],
  ['Daily/Season 1/Daily 2017.02.30.mkv', 'Daily | 1x30 | - | trailing_number'],
  ['Daily/Daily.S02E03.2017.04.20.mkv', 'Daily | 2x3 | 2017 04 20 | season_episode outside'],
  ['Fargo/Season 1/ep01.mkv', 'Fargo | 1x1 | - | episode_mark'],
  ['Fargo/Season 1/E01.Title.mkv', 'Fargo | 1x1 | Title | episode_mark'],
  ['Fargo/Season 1/Ep. 12.mkv', 'Fargo | 1x12 | - | episode_mark'],
  ['Fargo/Season 1/Fargo ep_07 Title.mkv', 'Fargo | 1x7 | Title | episode_mark'],
  ['Fargo/Season 1/ep01-02.mkv', 'Fargo | 1x1 1x2 | - | episode_mark'],
  ['Fargo/ep05.mkv', 'Fargo | 1x5 | - | episode_mark outside assumed'],
  ['Fargo/Season 2/Episode 16.mkv', 'Fargo | 2x16 | - | episode_word'],
  ['Fargo/Season 2/Fargo - Episode 16 - Title.mkv', 'Fargo | 2x16 | Title | episode_word'],
  ['Fargo/Staffel 2/Folge 3.mkv', 'Fargo | 2x3 | - | episode_word'],
  ['Fargo/Episode 16.mkv', 'Fargo | 1x16 | - | episode_word outside assumed'],
  ['ナルト/Season 1/第12話.mkv', 'ナルト | 1x12 | - | episode_word'],
  ['Fargo/Season 1/01 - Title.mkv', 'Fargo | 1x1 | Title | leading_number'],
  ['Fargo/Season 1/01. Title.mkv', 'Fargo | 1x1 | Title | leading_number'],
  ['Fargo/Season 1/01.mkv', 'Fargo | 1x1 | - | leading_number'],
  ['Fargo/Season 1/1 Title.mkv', 'Fargo | 1x1 | Title | leading_number'],
  ['Fargo/Season 1/01-02 - Title.mkv', 'Fargo | 1x1 1x2 | Title | leading_number'],
  ['Fargo/Season 2/[Group] 05 Title.mkv', 'Fargo | 2x5 | Title | leading_number'],
  ['Fargo/Season 2/Fargo - 05.mkv', 'Fargo | 2x5 | - | leading_number'],
  ['Fargo/Season 2/Fargo 05.mkv', 'Fargo | 2x5 | - | leading_number'],
  ['Fargo/Season 2/Name 05.mkv', 'Fargo | 2x5 | - | trailing_number'],
  ['Fargo/Season 2/Name 05 [1080p].mkv', 'Fargo | 2x5 | - | trailing_number'],
  ['Fargo/Season 2/[Group] Fargo - 05v2 [1080p].mkv', 'Fargo | 2x5 | - | trailing_number'],
  ['Fargo/Season 2/Name - 05 [H.264].mkv', 'Fargo | 2x5 | - | trailing_number'],
  ['Fargo/Season 2/Name 05 [x 265].mkv', 'Fargo | 2x5 | - | trailing_number'],
  ['Fargo/Season 2/Name h.264.mkv', '? Fargo'],
  ['Fargo/Season 2/Hannah 264.mkv', 'Fargo | 2x64 | - | bare_digits'],
  ['24/Season 1/24 - 05.mkv', '24 | 1x5 | - | leading_number'],
  ['The 100/Season 2/The 100 - 03 - Title.mkv', 'The 100 | 2x3 | Title | leading_number'],
  ['Café 102/Season 1/Café 102 - 05.mkv'.normalize('NFD'), 'Café 102 | 1x5 | - | leading_number'],
  ['Fargo/Season 1/102.mkv', 'Fargo | 1x2 | - | bare_digits'],
  ['Fargo/Season 1/Fargo 102 Title.mkv', 'Fargo | 1x2 | Title | bare_digits'],
  ['Fargo/Season 1/Fargo (2014) 102.mkv', 'Fargo | 1x2 | - | bare_digits'],
  ['Fargo/Season 1/Fargo 2014 102 Title.mkv', 'Fargo | 1x2 | Title | bare_digits'],
  ['Fargo/Season 2/Fargo 2014 302 Title.mkv', 'Fargo | 3x2 | Title | bare_digits mismatch'],
  ['Fargo/Season 20/Fargo 2014.mkv', 'Fargo | 20x14 | - | bare_digits'],
  ['Fargo/Season 11/1102.mkv', 'Fargo | 11x2 | - | bare_digits'],
  ['Fargo/Season 2/Name 102 Title.mkv', 'Fargo | 1x2 | Title | bare_digits mismatch'],
  ['Fargo/Season 2/Name 100 Title.mkv', '? Fargo'],
  ['Fargo/Season 2/Name 200 Title.mkv', '? Fargo'],
  ['Fargo/Season 2/102.mkv', 'Fargo | 2x102 | - | leading_number'],
  ['Naruto/Naruto - 045.mkv', 'Naruto | 1x45 | - | absolute abs=45 outside assumed'],
  ['Naruto/[Group] Naruto - 045 [1080p].mkv', 'Naruto | 1x45 | - | absolute abs=45 outside assumed'],
  ['Naruto/Naruto - 045 - Title.mkv', 'Naruto | 1x45 | Title | absolute abs=45 outside assumed'],
  ['Naruto/Naruto - 045v2 [x].mkv', 'Naruto | 1x45 | - | absolute abs=45 outside assumed'],
  ['Fargo/Fargo - 2014.mkv', '? Fargo'],
  ['Fargo/Fargo - 2014 - 05.mkv', 'Fargo | 1x5 | - | absolute abs=5 outside assumed'],
  ['Fargo/Name - 2014 - 05.mkv', 'Fargo | 1x5 | - | absolute abs=5 outside assumed'],
  ['24/24 - 05.mkv', '24 | 1x5 | - | absolute abs=5 outside assumed'],
  ['Show - 24/Show - 24 - 05.mkv', 'Show - 24 | 1x5 | - | absolute abs=5 outside assumed'],
  [
    'Bakemonogatari/Bakemonogatari - 05 - Mayoi Snail - 3.mkv',
    'Bakemonogatari | 1x5 | Mayoi Snail - 3 | absolute abs=5 outside assumed',
  ],
  ['Fargo/Season 1/Fargo - 2014.mkv', '? Fargo'],
  ['Fargo/01 - Title.mkv', '? Fargo'],
  ['Fargo/102.mkv', '? Fargo'],
  ['Fargo/Title.mkv', '? Fargo'],
  ['Fargo/Season 1/Title.mkv', '? Fargo'],
  ['Fargo/Season 1/Fargo 2014.mkv', '? Fargo'],
  ['movie.mkv', '?'],
  ['S01E01.mkv', '?'],
  ['Fargo.S01E02.Title.mkv', 'Fargo | 1x2 | Title | season_episode outside'],
  ['Fargo (2014) - S01E02.mkv', 'Fargo (2014) | 1x2 | - | season_episode outside'],
  ['Fargo/Season 1/extras/making of.mkv', '+'],
  ['Fargo/Extras/S01E01.mkv', '+'],
  ['Fargo/Season 1/Fargo S01E01-trailer.mkv', '+'],
  ['Fargo/Season 1/sample.mkv', '+'],
  ['Fargo/trailers/x.mkv', '+'],
  ['Extras (2005)/Season 1/Extras S01E01.mkv', 'Extras (2005) | 1x1 | - | season_episode'],
  ['Fargo [tvdbid-269613]/Season 1/Fargo S01E01 [tmdbid-9].mkv', 'Fargo | 1x1 | - | season_episode'],
  ['Fargo (2014-2020)/Season 1/Fargo S01E01.mkv', 'Fargo (2014) | 1x1 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E01 Mr. X Returns.mkv', 'Fargo | 1x1 | Mr. X Returns | season_episode'],
  ['Fargo/Season 1/Fargo - S01E01 - S.O.S.mkv', 'Fargo | 1x1 | S.O.S | season_episode'],
  ['Fargo/Season 1/Fargo S01E01 - Episode 1.mkv', 'Fargo | 1x1 | Episode 1 | season_episode'],
  ['Fargo/Season 1/Fargo S01E01 - 😀.mkv', 'Fargo | 1x1 | 😀 | season_episode'],
  ['Le Café/Saison 2/Le Café - S02E01 - Été.mkv', 'Le Café | 2x1 | Été | season_episode'],
  ['Fargo/Temporada 3/3x04.mkv', 'Fargo | 3x4 | - | cross'],
  ['Fargo/Сезон 1/S01E02.mkv', 'Fargo | 1x2 | - | season_episode'],
  ['Fargo/1st Season/S01E02.mkv', 'Fargo | 1x2 | - | season_episode'],
  ['Fargo/Season 1 (2014)/S01E02.mkv', 'Fargo | 1x2 | - | season_episode'],
  ['Fargo/Season 1/Part A/S01E02.mkv', 'Fargo | 1x2 | - | season_episode'],
  ['Pass3/Season 1/Class S3lect.mkv', '? Pass3'],
  ['Fargo/behind the scenes/S01E01.mkv', '+'],
  ['Fargo/Deleted Scenes/S01E01.mkv', '+'],
  ['Fargo/interviews/S01E01.mkv', '+'],
  ['Fargo/scenes/S01E01.mkv', '+'],
  ['Fargo/samples/S01E01.mkv', '+'],
  ['Fargo/shorts/S01E01.mkv', '+'],
  ['Fargo/featurettes/S01E01.mkv', '+'],
  ['Fargo/clips/S01E01.mkv', '+'],
  ['Fargo/other/S01E01.mkv', '+'],
  ['Star Trek S01E01.mkv', 'Star Trek | 1x1 | - | season_episode outside'],
  ['Star Trek Discovery S01E01.mkv', 'Star Trek Discovery | 1x1 | - | season_episode outside'],
  ['9-1-1/Season 1/9-1-1 - S01E02 - Let Go.mkv', '9-1-1 | 1x2 | Let Go | season_episode'],
  ['4400/Season 1/4400 - 1x03.mkv', '4400 | 1x3 | - | cross'],
  ['24/Season 2/24 S02E24.mkv', '24 | 2x24 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E01-E02-E03.mkv', 'Fargo | 1x1 1x2 1x3 | - | season_episode'],
  ['Fargo/Season 1/Fargo s01.e05.mkv', 'Fargo | 1x5 | - | season_episode'],
  ['Fargo/Season 1/S1 E5.mkv', 'Fargo | 1x5 | - | season_episode'],
  ['Fargo/Season 0/Fargo S00E00.mkv', 'Fargo | 0x0 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E01 Part 1.mkv', 'Fargo | 1x1 | Part 1 | season_episode'],
  ['Fargo/Season 1/Fargo S01E01 - TBA.mkv', 'Fargo | 1x1 | TBA | season_episode'],
  ['Fargo/Season 1/Fargo S01E02 - (500) Days (Part 1).mkv', 'Fargo | 1x2 | (500) Days (Part 1) | season_episode'],
  ['Fargo/Season 1/Fargo S01E02 (Dual Audio) (Uncut).mkv', 'Fargo | 1x2 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E01.2160p.HDR.x265-GRP.mkv', 'Fargo | 1x1 | - | season_episode'],
  ['Fargo/Season 1/Fargo S01E01 - 👨‍👩‍👧‍👦.mkv', 'Fargo | 1x1 | 👨‍👩‍👧‍👦 | season_episode'],
];

function describePath(path: string): string {
  const parsed = toSeriesPath(path.split('/'));
  if (parsed.kind === 'extra') return '+';
  if (parsed.kind === 'unknown') return parsed.series === null ? '?' : `? ${parsed.series.title}`;
  const { series, name } = parsed;
  const numbers = name.episodes.map(({ season, episode }) => `${season}x${episode}`).join(' ');
  const marks = [
    name.airDate ?? '',
    name.absoluteNumber === null ? '' : `abs=${name.absoluteNumber}`,
    name.seasonMismatch ? 'mismatch' : '',
    parsed.isOutsideSeasonFolder ? 'outside' : '',
    name.seasonAssumed ? 'assumed' : '',
  ].filter((mark) => mark !== '');
  const title = `${series.title}${series.year === null ? '' : ` (${series.year})`}`;
  return [title, numbers, name.title ?? '-', [name.form, ...marks].join(' ')].join(' | ');
}

const SEASON_FOLDERS: [string, string][] = [
  ['Season 1', '1'],
  ['Season 01', '1'],
  ['season.01', '1'],
  ['Season 00', '0'],
  ['Specials', '0'],
  ['specials', '0'],
  ['Special', '0'],
  ['Season Specials', '0'],
  ['Staffel 3', '3'],
  ['Saison 12', '12'],
  ['2. Staffel', '2'],
  ['2nd Season', '2'],
  ['Fargo Season 2', '2'],
  ['Season 2017', '2017'],
  ['Säsong 2', '2'],
  ['Säsong 2'.normalize('NFD'), '2'],
  ['2. évad'.normalize('NFD'), '2'],
  ['S01', '1 discouraged'],
  ['s1', '1 discouraged'],
  ['Fargo S02', '2 discouraged'],
  ['04', '4 discouraged'],
  ['Disc 1', '-'],
  ['Seasonal', '-'],
  ['Unseasoned 3', '-'],
  ['Show', '-'],
  ['2017', '-'],
];

describe('episode names', () => {
  it.each(PATHS)('reads %s as %s', (path, expected) => {
    expect(describePath(path)).toBe(expected);
  });

  it.each(SEASON_FOLDERS)('reads the season of the folder %s as %s', (name, expected) => {
    const folder = findSeasonFolder(name);
    expect(folder === null ? '-' : `${folder.season}${folder.discouraged ? ' discouraged' : ''}`).toBe(expected);
  });

  it('returns 1 to 100 episodes with numbers from 0 to 9999 for any name of an episode', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 });
    const mark = fc.constantFrom('S1E', '-S1E', '-E', 'E', '-1x', 'x', '-', ' - E', '+E');
    const marks = fc.array(fc.tuple(mark, fc.oneof(fc.nat(200), fc.nat(9999))), { maxLength: 8 });
    const name = fc
      .tuple(text, marks, text)
      .map(([before, numbers, after]) => [before, ...numbers.flat(), after].join(''));
    fc.assert(
      fc.property(name, fc.nat(40), (base, season) => {
        const parsed = toSeriesPath(['Series', `Season ${season}`, `${base.replaceAll('/', ' ')}.mkv`]);
        if (parsed.kind !== 'episode') return true;
        const { episodes } = parsed.name;
        return (
          episodes.length >= 1 &&
          episodes.length <= 100 &&
          episodes.every(({ season: s, episode }) => s >= 0 && s <= 9999 && episode >= 0 && episode <= 9999)
        );
      }),
      { examples: [['S1E1-E49-E98-147', 1]] },
    );
  });
});
