import { toMovieFolder } from './folders/movie-folder';
import { toTitleName } from './title-name';

/** Each case is a name without extension and the expected result: `title (year) ids aliases`. */
const TITLES: [string, string][] = [
  ['Alien (1979)', 'Alien (1979)'],
  ['Alien', 'Alien'],
  ['Alien [1979]', 'Alien (1979)'],
  ['Alien 1979', 'Alien (1979)'],
  ['Alien.1979.1080p.BluRay.x264-GROUP', 'Alien (1979)'],
  ['alien_1979_720p', 'alien (1979)'],
  ['Alien (1979) [imdbid-tt0078748]', 'Alien (1979) imdb=tt0078748'],
  ['Alien (1979) [tmdbid-348]', 'Alien (1979) tmdb=348'],
  ['Alien (1979) [tmdbid=348]', 'Alien (1979) tmdb=348'],
  ['Alien (1979) {tmdb-348}', 'Alien (1979) tmdb=348'],
  ['Alien (1979) {imdb-tt0078748}', 'Alien (1979) imdb=tt0078748'],
  ['Alien (1979) {tvdb-12}', 'Alien (1979) tvdb=12'],
  ['Alien (1979) [tt0078748]', 'Alien (1979) imdb=tt0078748'],
  ['Alien (1979) [tmdbid-348] [imdbid-tt0078748]', 'Alien (1979) imdb=tt0078748 tmdb=348'],
  ['Alien [tt0000001] [imdbid-tt0000002]', 'Alien imdb=tt0000001'],
  ['Alien [imdbid-TT0000002] [tt0000001]', 'Alien imdb=tt0000002'],
  ['Alien [wikidata-q103569]', 'Alien wikidata=Q103569'],
  ['Alien (1979) {edition-Director’s Cut}', 'Alien (1979)'],
  ['Alien (1979) {tmdb-348} {edition-Theatrical}', 'Alien (1979) tmdb=348'],
  ['Alien {tmdb-348}', 'Alien tmdb=348'],
  ['Alien [imdbid-nonsense] (1979)', 'Alien [imdbid-nonsense] (1979)'],
  ['1917', '1917'],
  ['1917 (2019)', '1917 (2019)'],
  ['2012', '2012'],
  ['2012 (2009)', '2012 (2009)'],
  ['2012.2009.1080p', '2012 (2009)'],
  ['1984 (1956)', '1984 (1956)'],
  ['2001 A Space Odyssey', '2001 A Space Odyssey'],
  ['2001 A Space Odyssey (1968)', '2001 A Space Odyssey (1968)'],
  ['2001.A.Space.Odyssey.1968.2160p.UHD.BluRay', '2001 A Space Odyssey (1968)'],
  ['Blade Runner 2049', 'Blade Runner 2049'],
  ['Blade Runner 2049 (2017)', 'Blade Runner 2049 (2017)'],
  ['Blade.Runner.2049.2017.1080p', 'Blade Runner 2049 (2017)'],
  ['Wonder Woman 1984 (2020)', 'Wonder Woman 1984 (2020)'],
  ['300 (2006)', '300 (2006)'],
  ['300', '300'],
  ['1408 (2007)', '1408 (2007)'],
  ['10 Things I Hate About You (1999)', '10 Things I Hate About You (1999)'],
  ['(500) Days of Summer (2009)', '(500) Days of Summer (2009)'],
  ['(1998) The Truman Show', 'The Truman Show (1998)'],
  ['(1998) The Truman Show 1080p BluRay', 'The Truman Show (1998)'],
  ['(1998).The.Truman.Show.1080p', 'The Truman Show (1998)'],
  ['Report 2017.04.20', 'Report 2017.04.20'],
  ['Report 20.04.2017', 'Report 20.04.2017'],
  ['S.W.A.T. (2003)', 'S.W.A.T. (2003)'],
  ['S.W.A.T.2003.720p', 'S.W.A.T. (2003)'],
  ['Dr. Strangelove (1964)', 'Dr. Strangelove (1964)'],
  ['Mr.Nobody.2009', 'Mr Nobody (2009)'],
  ['Se7en', 'Se7en'],
  ['Se7en.1995.REMASTERED.1080p', 'Se7en (1995)'],
  ['WALL-E (2008)', 'WALL-E (2008)'],
  ['Spider-Man - No Way Home (2021)', 'Spider-Man - No Way Home (2021)'],
  ['Face.Off.1080p', 'Face Off'],
  ['Face Off 1080p BluRay', 'Face Off'],
  ['Face Off [1080p]', 'Face Off'],
  ['Face Off [1080p][x265]', 'Face Off'],
  ['[Group] Akira [1080p]', 'Akira'],
  ['[Group] Akira (1988) [BD 1080p]', 'Akira (1988)'],
  ['Akira (1988) [BD 1080p]', 'Akira (1988)'],
  ['1080p', '1080p'],
  ['4K', '4K'],
  ['[1080p]', '[1080p]'],
  ['BluRay', 'BluRay'],
  ['Film.x264', 'Film'],
  ['Film.h.264.DTS', 'Film'],
  ['Film.WEB-DL.DD5.1', 'Film'],
  ['Film.WEBRip', 'Film'],
  ['Web of Lies', 'Web of Lies'],
  ['Remux', 'Remux'],
  ['Gravity 3D hsbs (2013)', 'Gravity (2013)'],
  ['Gravity (2013).3D.FSBS', 'Gravity (2013)'],
  ['Gravity 3D.htab', 'Gravity'],
  ['Gravity.3D.FTAB', 'Gravity'],
  ['Gravity 3d mvc', 'Gravity'],
  ['Gravity 3D', 'Gravity'],
  ['3D', '3D'],
  ['[3D]', '[3D]'],
  ['[3D] (2010)', '[3D] (2010)'],
  ['(3D) (2010)', '(3D) (2010)'],
  ['-3D (2010)', '3D (2010)'],
  ['(2010) 3D', '3D (2010)'],
  ['(3D) Avatar (2009)', 'Avatar (2009)'],
  ['[3D HSBS] Avatar (2009)', 'Avatar (2009)'],
  ['1917 3D (2019)', '1917 (2019)'],
  ['Step Up 3D (2010)', 'Step Up (2010)'],
  ['Cidade de Deus AKA City of God (2002)', 'Cidade de Deus (2002) aka=City of God'],
  ['A AKA B AKA C (2002)', 'A (2002) aka=B,C'],
  ['Akasha (2018)', 'Akasha (2018)'],
  ['千と千尋の神隠し (2001)', '千と千尋の神隠し (2001)'],
  ['Amélie (2001)', 'Amélie (2001)'],
  ['A.Été.Film'.normalize('NFD'), 'A Été Film'],
  ['Тест (2010)', 'Тест (2010)'],
  ['مدينة (2015)', 'مدينة (2015)'],
  ['😀 The Emoji Movie (2017)', '😀 The Emoji Movie (2017)'],
  ['Film (2010) - 1080p', 'Film (2010)'],
  ['Film (2010) 1080p', 'Film (2010)'],
  ['Film ( 2010 )', 'Film (2010)'],
  ['Film (2010) (2012)', 'Film (2010) (2012)'],
  ['Film (1899)', 'Film (1899)'],
  ['Film -', 'Film'],
  ['...', '...'],
  ['!!!', '!!!'],
  ['Film (2099)', 'Film (2099)'],
  ['It (2017)', 'It (2017)'],
  ['Up', 'Up'],
  ['The (2000)', 'The (2000)'],
  ['[REC] (2007)', '[REC] (2007)'],
  ['[REC]² (2009)', '[REC]² (2009)'],
  ['[REC] 2 (2009)', '[REC] 2 (2009)'],
  ['[Group] 300 (2006)', '300 (2006)'],
  ['#Alive (2020)', '#Alive (2020)'],
  ['...And Justice for All (1979)', 'And Justice for All (1979)'],
  ["'71 (2014)", "'71 (2014)"],
  ['$9.99 (2008)', '$9.99 (2008)'],
  ['+1 (2013)', '+1 (2013)'],
  ['8½ (1963)', '8½ (1963)'],
  ['M-A-S-H (1970)', 'M-A-S-H (1970)'],
  ["L'Avventura (1960)", "L'Avventura (1960)"],
  ['A.I. Artificial Intelligence (2001)', 'A.I. Artificial Intelligence (2001)'],
  ['Die Hard (1988)', 'Die Hard (1988)'],
  ['Family 👨‍👩‍👧‍👦 (2020)', 'Family 👨‍👩‍👧‍👦 (2020)'],
  ['😀 (2017)', '😀 (2017)'],
  ['[Group] 😀 (2017)', '😀 (2017)'],
  ['ナルト (2002)', 'ナルト (2002)'],
  ['Amelie (2001)', 'Amelie (2001)'],
  ['Class of 1984 (1982)', 'Class of 1984 (1982)'],
  ['1917.2019.1080p', '1917 (2019)'],
  ['2012.1080p', '2012'],
  ['Film.2010.DVDRip.XviD.AC3', 'Film (2010)'],
  ['Film_2010_[BDRip]', 'Film (2010)'],
  ['Film (2010) [1080p] [BluRay] [5.1]', 'Film (2010)'],
  ['Film 2010 3D HSBS 1080p', 'Film (2010)'],
];

function describeTitle(name: string): string {
  const { title, year, ids, aliases } = toTitleName(name);
  const parts = [title, year === null ? '' : `(${year})`];
  parts.push(
    ...Object.entries(ids)
      .map(([key, id]) => `${key}=${id}`)
      .sort(),
  );
  parts.push(aliases.length === 0 ? '' : `aka=${aliases.join(',')}`);
  return parts.filter((part) => part !== '').join(' ');
}

/**
 * Each case is a folder name (null for the root of a library), its files and the expected lines. A film has the line
 * `title (year) ids @identity: [label] files`, with `;` between versions. `+` lists extras. `?` lists unlabelled files
 * (`MovieFolder.unlabelled`).
 */
const FOLDERS: [string | null, string[], string[]][] = [
  [
    null,
    ['Alien (1979).mkv', 'Heat (1995).mp4'],
    ['Alien (1979) @Alien (1979): Alien (1979).mkv', 'Heat (1995) @Heat (1995): Heat (1995).mp4'],
  ],
  ['Alien (1979)', ['Alien (1979).mkv'], ['Alien (1979) @: Alien (1979).mkv']],
  ['Alien (1979)', ['alien.1080p.mkv'], ['Alien (1979) @: alien.1080p.mkv']],
  ['Action', ['Alien.mkv'], ['Alien @Alien: Alien.mkv']],
  ['Alien', ['alien.mkv'], ['Alien @: alien.mkv']],
  ['Face Off', ['Face_Off.mkv'], ['Face Off @: Face_Off.mkv']],
  [
    'Alien (1979)',
    [
      'Alien (1979) - 720p.mkv',
      'Alien (1979) - 2160p.mkv',
      'Alien (1979) - Directors Cut.mkv',
      'Alien (1979) - 1080i.mkv',
    ],
    [
      'Alien (1979) @: [2160p] Alien (1979) - 2160p.mkv; [1080i] Alien (1979) - 1080i.mkv; [720p] Alien (1979) - 720p.mkv; [Directors Cut] Alien (1979) - Directors Cut.mkv',
    ],
  ],
  [
    'Alien (1979)',
    ['Alien (1979) - [1080p].mkv', 'Alien (1979).mkv'],
    ['Alien (1979) @: [1080p] Alien (1979) - [1080p].mkv; Alien (1979).mkv'],
  ],
  [
    'Alien (1979) [tmdbid-348]',
    ['Alien (1979) [tmdbid-348] - 1080p.mkv', 'Alien (1979) - 720p.mkv'],
    [
      'Alien (1979) tmdb=348 @: [1080p] Alien (1979) [tmdbid-348] - 1080p.mkv',
      'Alien (1979) @Alien (1979) - 720p: Alien (1979) - 720p.mkv',
      '? Alien (1979) - 720p.mkv',
    ],
  ],
  [
    'Alien (1979)',
    ['Alien (1979).mkv', 'Aliens (1986).mkv'],
    ['Alien (1979) @: Alien (1979).mkv', 'Aliens (1986) @Aliens (1986): Aliens (1986).mkv'],
  ],
  [
    'Alien (1979)',
    ['Alien (1979) 1080p.mkv', 'Alien (1979) 720p.mkv'],
    [
      'Alien (1979) @Alien (1979) 1080p: Alien (1979) 1080p.mkv',
      'Alien (1979) @Alien (1979) 720p: Alien (1979) 720p.mkv',
      '? Alien (1979) 1080p.mkv, Alien (1979) 720p.mkv',
    ],
  ],
  [
    'Heat (1995)',
    ['Heat (1995) cd1.avi', 'Heat (1995) cd2.avi'],
    ['Heat (1995) @: Heat (1995) cd1.avi, Heat (1995) cd2.avi'],
  ],
  [
    'Heat (1995)',
    ['Heat (1995)-part2.mkv', 'Heat (1995)-part1.mkv'],
    ['Heat (1995) @: Heat (1995)-part1.mkv, Heat (1995)-part2.mkv'],
  ],
  [
    'Heat (1995)',
    ['Heat (1995) - pt.a.mkv', 'Heat (1995) - pt.b.mkv'],
    ['Heat (1995) @: Heat (1995) - pt.a.mkv, Heat (1995) - pt.b.mkv'],
  ],
  [
    'Heat (1995)',
    ['Heat (1995) [disc 1].mkv', 'Heat (1995) [disc 2].mkv'],
    ['Heat (1995) @: Heat (1995) [disc 1].mkv, Heat (1995) [disc 2].mkv'],
  ],
  [
    'Heat (1995)',
    ['Heat (1995)_dvd_1.iso', 'Heat (1995)_dvd_2.iso', 'Heat (1995)_dvd_10.iso'],
    ['Heat (1995) @: Heat (1995)_dvd_1.iso, Heat (1995)_dvd_2.iso, Heat (1995)_dvd_10.iso'],
  ],
  [
    'Heat (1995)',
    ['Heat (1995) - 1080p disk1.mkv', 'Heat (1995) - 1080p disk2.mkv'],
    ['Heat (1995) @: [1080p] Heat (1995) - 1080p disk1.mkv, Heat (1995) - 1080p disk2.mkv'],
  ],
  [null, ['Dune Part 1.mkv'], ['Dune Part 1 @Dune Part 1: Dune Part 1.mkv']],
  [
    null,
    ['Dune cd1.mkv', 'Dune cd2.mkv', 'Other.mkv'],
    ['Dune @Dune: Dune cd1.mkv, Dune cd2.mkv', 'Other @Other: Other.mkv'],
  ],
  [
    null,
    ['Dune Part 1 (2021).mkv', 'Dune Part 2 (2024).mkv'],
    [
      'Dune Part 1 (2021) @Dune Part 1 (2021): Dune Part 1 (2021).mkv',
      'Dune Part 2 (2024) @Dune Part 2 (2024): Dune Part 2 (2024).mkv',
    ],
  ],
  [null, ['Dune cd1.mkv', 'Dune cd1.avi'], ['Dune cd1 @Dune cd1: Dune cd1.mkv', 'Dune cd1 @Dune cd1: Dune cd1.avi']],
  [
    'Up (2009)',
    ['Up (2009).mkv', 'Up (2009)-trailer.mkv', 'trailer.mkv', 'Up (2009).sample.mkv', 'theme.mp4'],
    ['Up (2009) @: Up (2009).mkv', '+ Up (2009)-trailer.mkv, trailer.mkv, Up (2009).sample.mkv, theme.mp4'],
  ],
  [
    'Up (2009)',
    [
      'Up (2009).mkv',
      'a_trailer.mkv',
      'a trailer.mkv',
      'a-scene.mkv',
      'a-clip.mkv',
      'a-interview.mkv',
      'a-behindthescenes.mkv',
    ],
    [
      'Up (2009) @: Up (2009).mkv',
      '+ a_trailer.mkv, a trailer.mkv, a-scene.mkv, a-clip.mkv, a-interview.mkv, a-behindthescenes.mkv',
    ],
  ],
  [
    'Up (2009)',
    [
      'Up (2009).mkv',
      'a-deleted.mkv',
      'a-deletedscene.mkv',
      'a-featurette.mkv',
      'a-short.mkv',
      'a-other.mkv',
      'a-extra.mkv',
      'a-sample.mkv',
      'a sample.mkv',
      'a_sample.mkv',
    ],
    [
      'Up (2009) @: Up (2009).mkv',
      '+ a-deleted.mkv, a-deletedscene.mkv, a-featurette.mkv, a-short.mkv, a-other.mkv, a-extra.mkv, a-sample.mkv, a sample.mkv, a_sample.mkv',
    ],
  ],
  [
    null,
    ['Trailer Park Boys (2006).mkv', 'The Clip.mkv'],
    [
      'Trailer Park Boys (2006) @Trailer Park Boys (2006): Trailer Park Boys (2006).mkv',
      'The Clip @The Clip: The Clip.mkv',
    ],
  ],
  [
    'Amélie (2001)'.normalize('NFD'),
    ['Amélie (2001) - 1080p.mkv'.normalize('NFC')],
    ['Amélie (2001) @: [1080p] Amélie (2001) - 1080p.mkv'],
  ],
  [
    null,
    ['Été cd1.mkv'.normalize('NFC'), 'Été cd2.mkv'.normalize('NFD')],
    [`Été @Été: Été cd1.mkv, ${'Été cd2.mkv'.normalize('NFD')}`],
  ],
  ['Empty (2000)', [], []],
];

function describeFolder(folder: string | null, files: string[]): string[] {
  const { movies, extras, unlabelled } = toMovieFolder(folder, files, false);
  const lines = movies.map(({ name, identity, versions }) => {
    const { title, year, ids } = name;
    const idTexts = Object.entries(ids).map(([key, id]) => ` ${key}=${id}`);
    const versionTexts = versions.map(
      (version) => `${version.label === null ? '' : `[${version.label}] `}${version.files.join(', ')}`,
    );
    return `${title.normalize('NFC')}${year === null ? '' : ` (${year})`}${idTexts.join('')} @${identity}: ${versionTexts.join('; ')}`;
  });
  if (extras.length > 0) lines.push(`+ ${extras.join(', ')}`);
  if (unlabelled.length > 0) lines.push(`? ${unlabelled.join(', ')}`);
  return lines;
}

describe('film names', () => {
  it.each(TITLES)('reads %s as %s', (name, expected) => {
    expect(describeTitle(name)).toBe(expected);
  });

  it.each(FOLDERS)('groups the files of %s %j into films', (folder, files, expected) => {
    expect(describeFolder(folder, files)).toEqual(expected);
  });
});
