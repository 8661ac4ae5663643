import { pathsOf, useScannedFolder } from './scanned-folder';

describe('the scanner', () => {
  const { setKind, put, scan, items } = useScannedFolder();

  it('gives an episode neither the fields of the other episode of a shared video nor a video of another date', async () => {
    setKind('series');
    put('Fargo/Season 1/Fargo S01E01-E02.mkv');
    put(
      'Fargo/Season 1/Fargo S01E01-E02.nfo',
      '<episodedetails><title>Two</title><season>1</season><episode>2</episode></episodedetails>',
    );
    put('Fargo/Season 1/Fargo 2017.04.20.mkv');
    put('Fargo/Season 1/Fargo 2017.04.20 - 720p.mkv');
    put('Fargo/Season 1/Fargo 2018.04.20.mkv');
    const { log } = await scan();
    const episodes = (await items()).filter(({ media_kind }) => media_kind === 'episode');
    expect(episodes.map((row) => [row.episode_number, row.title, row.files.length])).toEqual([
      [2, 'Two', 1],
      [1, null, 1],
      [420, null, 2],
    ]);
    expect(log.findings).toMatchObject([{ code: 'date-conflict', path: 'Fargo/Season 1/Fargo 2018.04.20.mkv' }]);
  });

  it.each([
    ['neither names a date', 'Fargo S01E01 - 1080p.mkv', 'Fargo S01E01 - 720p.mkv'],
    ['only the first names a date', 'Fargo 2017.04.20.mkv', 'Fargo S01E420 - 720p.mkv'],
    ['only the second names a date', 'Fargo - S01E420.mkv', 'Fargo 2017.04.20.mkv'],
  ])('gives an episode both of its videos if %s', async (_, first, second) => {
    setKind('series');
    put(`Fargo/Season 1/${first}`);
    put(`Fargo/Season 1/${second}`);
    const { log } = await scan();
    const episodes = (await items()).filter(({ media_kind }) => media_kind === 'episode');
    expect(episodes.map(pathsOf)).toEqual([[first, second].sort().map((name) => `Fargo/Season 1/${name}`)]);
    expect(log.findings).toEqual([]);
  });

  it('takes the fields that the first video of an episode lacks from its second video', async () => {
    setKind('series');
    put('Fargo/Season 1/S01E01 - 1080p.mkv');
    put('Fargo/Season 1/S01E01 - 720p.mkv');
    put('Fargo/Season 1/S01E01 - 720p.nfo', '<episodedetails><title>One</title></episodedetails>');
    put('Fargo/Season 1/S01E02 (1080p).mkv');
    put('Fargo/Season 1/S01E02 - Two.mkv');
    await scan();
    const episodes = (await items()).filter(({ media_kind }) => media_kind === 'episode');
    expect(episodes.map(({ title, files }) => [title, files.length])).toEqual([
      ['One', 2],
      ['Two', 2],
    ]);
  });

  it('skips a video of another date even if the first video of the episode has no date', async () => {
    setKind('series');
    put('Fargo/Season 1/A S01E420.mkv');
    put('Fargo/Season 1/B 2017.04.20.mkv');
    put('Fargo/Season 1/C 2018.04.20.mkv');
    const { log } = await scan();
    expect((await items()).map(({ files }) => files.length)).toEqual([2, 0, 0]);
    expect(log.findings).toEqual([{ code: 'date-conflict', path: 'Fargo/Season 1/C 2018.04.20.mkv' }]);
  });

  it('reads the NFO file of a season in any of its folders', async () => {
    setKind('series');
    put('Fargo/Season 01/S01E01.mkv');
    put('Fargo/Season 1/S01E02.mkv');
    put('Fargo/Season 1/season.nfo', '<season><title>The first year</title></season>');
    await scan();
    expect((await items()).map(({ title }) => title)).toContain('The first year');
  });

  it('keeps two series with the same title and different years apart if their videos are in the library root', async () => {
    setKind('series');
    put('Galactica (1978) - S01E01.mkv');
    put('Galactica (2003) - S01E01.mkv');
    await scan();
    const series = (await items()).filter(({ media_kind }) => media_kind === 'series');
    expect(series.map(({ title, year }) => `${title} ${year}`).sort()).toEqual(['Galactica 1978', 'Galactica 2003']);
  });

  it('reads the NFO files of a series and a season even if videos have the same names', async () => {
    setKind('series');
    put('Fargo/tvshow.nfo', '<tvshow><title>Fargo, the series</title></tvshow>');
    put('Fargo/tvshow.mkv');
    put('Fargo/Season 1/season.nfo', '<season><title>The first year</title></season>');
    put('Fargo/Season 1/season.mkv');
    put('Fargo/Season 1/Fargo S01E01.mkv');
    await scan();
    const titles = (await items()).map(({ media_kind, title }) => `${media_kind} ${title}`);
    expect(titles).toEqual(expect.arrayContaining(['series Fargo, the series', 'season The first year']));
  });

  it('creates series, seasons and episodes from a tree, also several episodes from one file', async () => {
    setKind('series');
    put('Fargo (2014)/tvshow.nfo', '<tvshow><title>Fargo</title><tvdbid>269613</tvdbid></tvshow>');
    put('Fargo (2014)/Season 01/Fargo S01E01-E02.mkv');
    put(
      'Fargo (2014)/Season 01/Fargo S01E01-E02.nfo',
      '<episodedetails><title>One</title><episode>1</episode></episodedetails><episodedetails><title>Two</title></episodedetails>',
    );
    put('Fargo (2014)/Season 01/Fargo S01E03 - Three.mkv');
    put('Fargo (2014)/Specials/Fargo S00E01.mkv');
    put('Fargo (2014)/Season 02/Fargo S01E04.mkv');
    put('Fargo (2014)/Season 02/what.mkv');
    const { log, accepted } = await scan();
    expect(accepted).toBe(8);
    const rows = await items();
    const episodes = rows.filter(({ media_kind }) => media_kind === 'episode');
    expect(episodes.map((row) => `${row.season_number}x${row.episode_number} ${row.title}`).sort()).toEqual([
      '0x1 null',
      '1x1 One',
      '1x2 Two',
      '1x3 Three',
      '1x4 null',
    ]);
    const shared = episodes.filter((row) => ['One', 'Two'].includes(row.title ?? ''));
    expect(shared.map(pathsOf)).toEqual(Array(2).fill(['Fargo (2014)/Season 01/Fargo S01E01-E02.mkv']));
    expect(log.totals).toMatchObject({ 'season-mismatch': 1, 'no-episode-number': 1 });
  });

  it('reads the numbers of an episode from its NFO file if its name has no number', async () => {
    setKind('series');
    put('Fargo (2014)/Season 01/Fargo S01E01.mkv');
    put('Fargo (2014)/pilot.mkv');
    put(
      'Fargo (2014)/pilot.nfo',
      '<episodedetails><title>Pilot</title><season>1</season><episode>7</episode></episodedetails>',
    );
    const { log } = await scan();
    const episode = (await items()).find(({ episode_number }) => episode_number === 7);
    expect(episode).toMatchObject({ title: 'Pilot', season_number: 1 });
    expect(log.totals).toEqual({ 'mixed-layout': 1 });
  });

  it('gives an episode its file once if the NFO file describes the episode twice', async () => {
    setKind('series');
    put('Fargo/pilot.mkv');
    const details = '<episodedetails><title>Pilot</title><season>1</season><episode>7</episode></episodedetails>';
    put('Fargo/pilot.nfo', details + details);
    await scan();
    const episode = (await items()).find(({ episode_number }) => episode_number === 7);
    expect(episode?.files).toHaveLength(1);
  });
});
