import { chmodSync } from 'node:fs';
import type { ScanRequest } from '../../../../src/catalog/scanner/library-scan';
import { withoutPrivileges } from '../../../support/without-privileges';
import { useScannedFolder } from './scanned-folder';

describe('the scanner', () => {
  const { setKind, put, pathOf, scan, items } = useScannedFolder();

  it('reads the complete fields of a malformed NFO file, and no fields of an empty or too large one', async () => {
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

  it('does not change a film with an unreadable NFO file, and reads the file again in the next scan', async () => {
    const scanUnprivileged = (options?: Partial<ScanRequest>): ReturnType<typeof scan> =>
      withoutPrivileges(() => scan(options));
    const films = async (): Promise<string[]> =>
      (await items()).map(({ title, overview, available }) => `${title} ${overview} ${available}`);
    chmodSync(pathOf('.'), 0o755);
    put('A (2000)/A (2000).mkv');
    put('A (2000)/movie.nfo', '<movie><title>A!</title><plot>P</plot></movie>');
    put('A (2000)/Other (1990).mkv');
    await scanUnprivileged();
    expect(await films()).toEqual(['A! P true', 'Other null true']);
    chmodSync(pathOf('A (2000)/movie.nfo'), 0);
    put('A (2000)/Other (1990).nfo', '<movie><title>Other!</title></movie>');
    for (const full of [false, true]) {
      const { log } = await scanUnprivileged({ full });
      expect(log.findings).toEqual([{ code: 'unreadable', path: 'A (2000)/movie.nfo' }]);
      expect(await films()).toEqual(['A! P true', 'Other! null true']);
    }
    put('B (2001)/B (2001).mkv');
    put('B (2001)/movie.nfo', '<movie><title>B!</title></movie>');
    chmodSync(pathOf('B (2001)/movie.nfo'), 0);
    await scanUnprivileged();
    expect(await films()).toEqual(['A! P true', 'B null true', 'Other! null true']);
    chmodSync(pathOf('A (2000)/movie.nfo'), 0o644);
    chmodSync(pathOf('B (2001)/movie.nfo'), 0o644);
    expect(await scanUnprivileged()).toMatchObject({ accepted: 1, units: { found: 2, changed: 2, gone: 0 } });
    expect(await films()).toEqual(['A! P true', 'B! null true', 'Other! null true']);
  });

  it('does not change a series and its episodes with unreadable NFO files', async () => {
    setKind('series');
    chmodSync(pathOf('.'), 0o755);
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
    for (const nfo of nfos) chmodSync(pathOf(`Fargo/${nfo}`), 0);
    const { log, accepted } = await withoutPrivileges(() => scan({ full: true }));
    expect(accepted).toBe(0);
    expect(log.totals).toEqual({ unreadable: nfos.length });
    expect(await items()).toEqual(before);
  });
});
