import type { INestApplicationContext } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { DiagnosticLog } from '../../../src/catalog/scanner/diagnostic-log';
import { LibraryScanService } from '../../../src/catalog/scanner/library-scan.service';
import type { ScanRequest, ScanResult } from '../../../src/catalog/scanner/library-scan';
import type { ScanLibrary } from '../../../src/catalog/scanner/scan-state.store';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { withoutPrivileges } from '../../support/without-privileges';

describe('the scanner', () => {
  let app: TestApp;
  let scanner: LibraryScanService;
  let client: Client;
  let root: string;
  let library: ScanLibrary;

  beforeAll(async () => {
    app = await createTestApp();
    scanner = (app.app as INestApplicationContext).get(LibraryScanService);
    client = new Client({ connectionString: app.database.url });
    await client.connect();
  });

  afterAll(async () => {
    await client?.end();
    await app?.close();
  });

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'scanner-'));
    library = { libraryId: randomUUID(), name: 'Library', libraryKind: 'movies' };
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function put(path: string, text = 'x'): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  async function scan(options: Partial<ScanRequest> = {}): Promise<ScanResult & { log: DiagnosticLog }> {
    const log = new DiagnosticLog();
    return { ...(await scanner.scan({ library, root, ...options }, log)), log };
  }

  interface Row {
    media_kind: string;
    title: string | null;
    year: number | null;
    season_number: number | null;
    episode_number: number | null;
    available: boolean;
    files: { path: string; size_bytes: number }[];
    media_id: string;
    genres: string[];
    external_ids: Record<string, string>;
    overview: string | null;
  }

  async function items(): Promise<Row[]> {
    const { rows } = await client.query<Row>(
      `SELECT * FROM media_items WHERE library_id = $1
        ORDER BY media_kind, title, season_number, episode_number, media_id`,
      [library.libraryId],
    );
    return rows;
  }

  const pathsOf = (row: Row | undefined): string[] => (row?.files ?? []).map(({ path }) => path);

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
    const { rows: sources } = await client.query<{ field_sources: Record<string, string> }>(
      `SELECT field_sources FROM catalog_scan_items WHERE library_id = $1 AND record->>'title' = 'Alien!'`,
      [library.libraryId],
    );
    expect(sources[0]?.field_sources).toEqual({ title: 'nfo', overview: 'nfo', genres: 'nfo', year: 'file_name' });
  });

  it('makes a disc the film of its folder, unless a file has the name of the folder', async () => {
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

  it('gives an episode no fields of another episode of the same file, and no file of another date', async () => {
    library = { ...library, libraryKind: 'series' };
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

  it('creates series, seasons and episodes from a tree, including several episodes from one file', async () => {
    library = { ...library, libraryKind: 'series' };
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
    library = { ...library, libraryKind: 'series' };
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

  it('writes only items that have changed', async () => {
    for (let index = 0; index < 20; index += 1) put(`Film ${index} (2000)/Film ${index} (2000).mkv`);
    await scan();
    const before = await items();
    expect(await scan()).toMatchObject({ accepted: 0, unchanged: 0, units: { found: 20, changed: 0, gone: 0 } });
    put('Film 7 (2000)/movie.nfo', '<movie><title>Seven</title></movie>');
    put('Film 99 (2000)/Film 99 (2000).mkv');
    utimesSync(join(root, 'Film 3 (2000)/Film 3 (2000).mkv'), 1, 1);
    expect(await scan()).toMatchObject({ accepted: 2, units: { found: 21, changed: 3, gone: 0 } });
    const after = await items();
    expect(after).toHaveLength(21);
    const unchanged = after.filter((row) => before.some((old) => JSON.stringify(old) === JSON.stringify(row)));
    expect(unchanged).toHaveLength(19);
  });

  it('makes items without files unavailable, and available again when the files return', async () => {
    put('A (2000)/A (2000).mkv');
    put('B (2001)/B (2001).mkv');
    await scan();
    const ids = (await items()).map(({ media_id }) => media_id);
    renameSync(join(root, 'B (2001)'), join(root, '.B'));
    expect(await scan()).toMatchObject({ accepted: 1, units: { found: 1, changed: 0, gone: 1 } });
    expect((await items()).map(({ available }) => available)).toEqual([true, false]);
    expect(await scan()).toMatchObject({ accepted: 0 });
    renameSync(join(root, '.B'), join(root, 'B (2001)'));
    await scan();
    expect((await items()).map(({ media_id, available }) => [media_id, available])).toEqual(
      ids.map((id) => [id, true]),
    );
    rmSync(join(root, 'A (2000)'), { recursive: true });
    await scan({ removal: 'delete' });
    expect((await items()).map(({ title }) => title)).toEqual(['B']);
  });

  it('makes episodes unavailable one by one', async () => {
    library = { ...library, libraryKind: 'series' };
    put('S/Season 1/S01E01.mkv');
    put('S/Season 1/S01E02.mkv');
    await scan();
    rmSync(join(root, 'S/Season 1/S01E02.mkv'));
    await scan();
    const episodes = (await items()).filter(({ media_kind }) => media_kind === 'episode');
    expect(episodes.map(({ episode_number, available }) => [episode_number, available])).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  it('follows no link, whether it leads to a place inside or outside of the root', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'scanner-outside-'));
    try {
      writeFileSync(join(outside, 'Secret (2000).mkv'), 'x');
      put('Real (2000)/Real (2000).mkv');
      symlinkSync(outside, join(root, 'Linked (2000)'));
      symlinkSync(join(outside, 'Secret (2000).mkv'), join(root, 'Secret (2000).mkv'));
      symlinkSync(root, join(root, 'Loop (2000)'));
      const { log } = await scan();
      expect((await items()).map(({ title }) => title)).toEqual(['Real']);
      expect(log.totals).toEqual({ 'symlink-skipped': 3 });
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  it('skips empty videos except in demo libraries', async () => {
    put('Empty (2000)/Empty (2000).mkv', '');
    const { log } = await scan();
    expect(await items()).toEqual([]);
    expect(log.totals).toEqual({ 'zero-byte-video': 1 });
    await scan({ acceptEmpty: true, full: true });
    expect(await items()).toHaveLength(1);
  });

  it('imports one of two names that differ only in their Unicode form', async () => {
    put(`${'Amélie (2001)'.normalize('NFC')}/a.mkv`);
    put(`${'Amélie (2001)'.normalize('NFD')}/b.mkv`);
    const { log } = await scan();
    expect(await items()).toHaveLength(1);
    expect(log.totals).toEqual({ 'duplicate-name': 1 });
  });

  it('imports names that differ in letter case as two items if the file system distinguishes them', async () => {
    put('Heat (1995)/Heat (1995).mkv');
    put('HEAT (1995)/HEAT (1995).mkv');
    const { rejected } = await scan();
    expect(rejected).toBe(0);
    const entries = readdirSync(root).length;
    expect(await items()).toHaveLength(entries);
  });

  it('imports no film from folders of extras', async () => {
    put('Alien (1979)/Alien (1979).mkv');
    const folders = ['behind the scenes', 'deleted scenes', 'interviews', 'scenes', 'samples', 'shorts'];
    const more = ['featurettes', 'clips', 'other', 'extras', 'trailers'];
    for (const folder of [...folders, ...more]) put(`Alien (1979)/${folder}/Some video (2001).mkv`);
    const { log } = await scan();
    expect((await items()).map(({ title }) => title)).toEqual(['Alien']);
    expect(log.totals).toEqual({ extra: 11 });
  });

  it('removes invisible characters from titles, and keeps letters of all scripts', async () => {
    put('Sea\u202e\u2066 (2001)/a.mkv');
    put('Tag\u{e0041}\u{e0042} (2002)/a.mkv');
    put('Zero\u200bwidth (2003)/a.mkv');
    put('مدينة (2004)/a.mkv');
    put('👨‍👩‍👧‍👦 (2005)/a.mkv');
    const { accepted, rejected } = await scan();
    expect([accepted, rejected]).toEqual([5, 0]);
    const titles = (await items()).map(({ title, year }) => `${year} ${title}`).sort();
    expect(titles).toEqual(['2001 Sea', '2002 Tag', '2003 Zerowidth', '2004 مدينة', '2005 👨‍👩‍👧‍👦']);
  });

  it('reads as many fields as possible if an NFO file is malformed, empty or too large', async () => {
    put('A (2001)/a.mkv');
    put('A (2001)/movie.nfo', '');
    put('B (2002)/b.mkv');
    put('B (2002)/movie.nfo', '<movie><title>B!</title><plot>Torn');
    put('C (2003)/c.mkv');
    put('C (2003)/movie.nfo', `<movie><title>C!</title><plot>${'x'.repeat(1_100_000)}</plot></movie>`);
    put('D (2004)/d.mkv');
    put('D (2004)/movie.nfo', '<movie><title>D\0!</title><year></year><runtime>0</runtime><plot></plot></movie>');
    const { log } = await scan();
    expect((await items()).map(({ title, year }) => `${title} ${year}`)).toEqual([
      'A 2001',
      'B! 2002',
      'C 2003',
      'D! 2004',
    ]);
    expect(log.totals).toEqual({ 'nfo-malformed': 1, 'nfo-too-large': 1 });
  });

  it('does not change a film whose NFO file cannot be read, and reads the file again in the next scan', async () => {
    const scanUnprivileged = (options?: Partial<ScanRequest>): ReturnType<typeof scan> =>
      withoutPrivileges(() => scan(options));
    const films = async (): Promise<string[]> =>
      (await items()).map(({ title, overview, available }) => `${title} ${overview} ${available}`);
    chmodSync(root, 0o755);
    put('A (2000)/A (2000).mkv');
    put('A (2000)/movie.nfo', '<movie><title>A!</title><plot>P</plot></movie>');
    put('A (2000)/Other (1990).mkv');
    await scanUnprivileged();
    expect(await films()).toEqual(['A! P true', 'Other null true']);
    chmodSync(join(root, 'A (2000)/movie.nfo'), 0);
    put('A (2000)/Other (1990).nfo', '<movie><title>Other!</title></movie>');
    for (const full of [false, true]) {
      const { log } = await scanUnprivileged({ full });
      expect(log.findings).toEqual([{ code: 'unreadable', path: 'A (2000)/movie.nfo' }]);
      expect(await films()).toEqual(['A! P true', 'Other! null true']);
    }
    put('B (2001)/B (2001).mkv');
    put('B (2001)/movie.nfo', '<movie><title>B!</title></movie>');
    chmodSync(join(root, 'B (2001)/movie.nfo'), 0);
    await scanUnprivileged();
    expect(await films()).toEqual(['A! P true', 'B null true', 'Other! null true']);
    chmodSync(join(root, 'A (2000)/movie.nfo'), 0o644);
    chmodSync(join(root, 'B (2001)/movie.nfo'), 0o644);
    expect(await scanUnprivileged()).toMatchObject({ accepted: 1, units: { found: 2, changed: 2, gone: 0 } });
    expect(await films()).toEqual(['A! P true', 'B! null true', 'Other! null true']);
  });

  it('does not change a series and its episodes if an NFO file cannot be read', async () => {
    library = { ...library, libraryKind: 'series' };
    chmodSync(root, 0o755);
    const nfos = ['tvshow.nfo', 'Season 01/season.nfo', 'Season 01/S01E01.nfo', 'pilot.nfo'];
    put('Fargo/Season 01/S01E01.mkv');
    put('Fargo/pilot.mkv');
    put('Fargo/tvshow.nfo', '<tvshow><title>Fargo!</title></tvshow>');
    put('Fargo/Season 01/season.nfo', '<season><title>First</title></season>');
    put('Fargo/Season 01/S01E01.nfo', '<episodedetails><title>One</title></episodedetails>');
    put(
      'Fargo/pilot.nfo',
      '<episodedetails><title>Pilot</title><season>1</season><episode>7</episode></episodedetails>',
    );
    await withoutPrivileges(scan);
    const before = await items();
    expect(before.map(({ title }) => title)).toEqual(['One', 'Pilot', 'First', 'Fargo!']);
    for (const nfo of nfos) chmodSync(join(root, 'Fargo', nfo), 0);
    const { log, accepted } = await withoutPrivileges(() => scan({ full: true }));
    expect(accepted).toBe(0);
    expect(log.totals).toEqual({ unreadable: nfos.length });
    expect(await items()).toEqual(before);
  });

  it('makes items without files unavailable although another file has a name that is not UTF-8', async () => {
    put('A (2000)/A (2000).mkv');
    writeFileSync(Buffer.concat([Buffer.from(`${root}/Bad`), Buffer.from([0xff, 0xfe]), Buffer.from('.mkv')]), 'x');
    await scan();
    rmSync(join(root, 'A (2000)'), { recursive: true });
    await scan();
    expect((await items()).map(({ title, available }) => [title, available])).toEqual([['A', false]]);
  });

  it('skips names in other encodings and names with control characters', async () => {
    put('Good (2000)/Good (2000).mkv');
    writeFileSync(Buffer.concat([Buffer.from(`${root}/Bad`), Buffer.from([0xff, 0xfe]), Buffer.from('.mkv')]), 'x');
    mkdirSync(Buffer.concat([Buffer.from(`${root}/Folder`), Buffer.from([0xff])]));
    put('Line\nbreak (2000).mkv');
    const { log } = await scan();
    expect((await items()).map(({ title }) => title)).toEqual(['Good']);
    expect(log.totals).toEqual({ 'name-not-utf8': 2, 'name-has-controls': 1 });
  });
});
