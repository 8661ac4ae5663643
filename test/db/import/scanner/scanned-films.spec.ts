import { pathsOf, useScannedFolder } from './scanned-folder';

describe('the scanner', () => {
  const { put, scan, items, fieldSourcesOf } = useScannedFolder();

  it('creates films with versions, parts and NFO fields from a tree', async () => {
    put('Alien (1979)/Alien (1979) - 1080p.mkv');
    put('Alien (1979)/Alien (1979) - 2160p.mkv');
    put('Alien (1979)/movie.nfo', '<movie><title>Alien!</title><plot>P</plot><genre>Horror</genre></movie>');
    put('Alien (1979)/trailers/t.mkv');
    put('Heat (1995) [tmdbid-949]/heat cd1.avi');
    put('Heat (1995) [tmdbid-949]/heat cd2.avi');
    put('Dune (1984)/VIDEO_TS/VTS_01_1.VOB');
    put('Loose.1999.mkv');
    put('.hidden/x.mkv');
    const result = await scan();
    expect(result).toMatchObject({ accepted: 4, rejected: 0, units: { found: 4, changed: 4, gone: 0 } });
    const rows = await items();
    expect(rows.map(({ title, year }) => `${title} ${year}`)).toEqual([
      'Alien! 1979',
      'Dune 1984',
      'Heat 1995',
      'Loose 1999',
    ]);
    expect(pathsOf(rows[0])).toEqual([
      'Alien (1979)/Alien (1979) - 2160p.mkv',
      'Alien (1979)/Alien (1979) - 1080p.mkv',
    ]);
    expect(rows[0]).toMatchObject({ genres: ['Horror'], overview: 'P' });
    expect(pathsOf(rows[1])).toEqual(['Dune (1984)/VIDEO_TS/VTS_01_1.VOB']);
    expect(rows[2]).toMatchObject({ external_ids: { tmdb: '949' } });
    expect(pathsOf(rows[2])).toHaveLength(2);
    expect(result.log.totals).toMatchObject({ extra: 1, 'ignored-name': 1 });
    expect(await fieldSourcesOf('Alien!')).toEqual({ title: 'nfo', overview: 'nfo', genres: 'nfo', year: 'file_name' });
  });

  it('imports a disc as the film of its folder, unless a video has the name of the folder', async () => {
    put('Film (2000)/VIDEO_TS/VTS_01_1.VOB');
    put('Film (2000)/bonus.mkv');
    put('Heat (1995)/BDMV/STREAM/00001.m2ts');
    put('Heat (1995)/Heat (1995).mkv');
    const { log } = await scan();
    expect((await items()).map((row) => `${row.title}: ${pathsOf(row).join()}`).sort()).toEqual([
      'Film: Film (2000)/VIDEO_TS/VTS_01_1.VOB',
      'Heat: Heat (1995)/Heat (1995).mkv',
      'bonus: Film (2000)/bonus.mkv',
    ]);
    expect(log.findings).toMatchObject([{ code: 'disc-skipped', path: 'Heat (1995)/BDMV/STREAM/00001.m2ts' }]);
  });

  it('reads `movie.nfo` for the only film of a folder with another name, but not for one of several', async () => {
    put('The second film/matrix2.avi');
    put('The second film/movie.nfo', '<movie><title>The Matrix Reloaded</title></movie>');
    put('Action/Alien.mkv');
    put('Action/Heat.mkv');
    put('Action/movie.nfo', '<movie><title>Which one?</title></movie>');
    await scan();
    expect((await items()).map(({ title }) => title)).toEqual(['Alien', 'Heat', 'The Matrix Reloaded']);
  });

  it('reports a disc in the root of the library, where no folder names the film', async () => {
    put('VIDEO_TS/VTS_01_1.VOB');
    put('Heat (1995).mkv');
    const { log } = await scan();
    expect((await items()).map(({ title }) => title)).toEqual(['Heat']);
    expect(log.findings).toMatchObject([{ code: 'disc-in-root', path: 'VIDEO_TS/VTS_01_1.VOB' }]);
  });

  it('skips empty videos except in demo libraries', async () => {
    put('Empty (2000)/Empty (2000).mkv', '');
    const { log } = await scan();
    expect(await items()).toEqual([]);
    expect(log.totals).toEqual({ 'zero-byte-video': 1 });
    // Without `full`, the scan would skip the film, because its files have not changed.
    await scan({ acceptEmpty: true, full: true });
    expect(await items()).toHaveLength(1);
  });

  it('imports no film from folders of extras', async () => {
    put('Alien (1979)/Alien (1979).mkv');
    const folders = ['behind the scenes', 'deleted scenes', 'scenes', 'interviews', 'samples', 'shorts'];
    const others = ['featurettes', 'clips', 'other', 'extras', 'trailers'];
    for (const folder of [...folders, ...others]) put(`Alien (1979)/${folder}/Some video (2001).mkv`);
    const { log } = await scan();
    expect((await items()).map(({ title }) => title)).toEqual(['Alien']);
    expect(log.totals).toEqual({ extra: 11 });
  });
});
