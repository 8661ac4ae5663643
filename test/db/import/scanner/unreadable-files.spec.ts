import { chmodSync, renameSync } from 'node:fs';
import { withoutPrivileges } from '../../../support/without-privileges';
import { pathsOf, useScannedFolder } from './scanned-folder';

describe('the scanner', () => {
  const { setKind, put, pathOf, scan, items } = useScannedFolder();

  beforeEach(() => chmodSync(pathOf('.'), 0o755));

  it.each([
    ['a film with a disc', 'movies', 'Film (2000)/VIDEO_TS', ['Film (2000)/VIDEO_TS/1.VOB', 'Film (2000)/bonus.mkv']],
    ['an episode with two videos', 'series', 'S/Season 1/a', ['S/Season 1/a/S01E01.mkv', 'S/Season 1/b/S01E01.mkv']],
  ] as const)('does not change %s while a folder is unreadable', async (_, kind, folder, paths) => {
    setKind(kind);
    for (const path of paths) put(path);
    await scan();
    const before = await items();
    chmodSync(pathOf(folder), 0);
    try {
      const { log } = await withoutPrivileges(scan);
      expect(log.findings).toEqual([{ code: 'unreadable', path: folder }]);
      expect(await items()).toEqual(before);
    } finally {
      chmodSync(pathOf(folder), 0o755);
    }
    put(paths[1], 'longer');
    await scan();
    const files = (await items()).flatMap((row) => row.files.map((file) => `${file.path} ${file.size_bytes}`));
    expect(files.sort()).toEqual([`${paths[0]} 1`, `${paths[1]} 6`]);
  });

  it('makes a film available again when its files return with an unreadable NFO file', async () => {
    put('A (2000)/A (2000).mkv');
    put('A (2000)/movie.nfo', '<movie><title>A!</title></movie>');
    await scan();
    renameSync(pathOf('A (2000)'), pathOf('.A'));
    await scan();
    renameSync(pathOf('.A'), pathOf('A (2000)'));
    renameSync(pathOf('A (2000)/A (2000).mkv'), pathOf('A (2000)/A (2000) - 720p.mkv'));
    chmodSync(pathOf('A (2000)/movie.nfo'), 0);
    await withoutPrivileges(scan);
    const [film] = await items();
    expect([film?.title, film?.available, pathsOf(film)]).toEqual(['A!', true, ['A (2000)/A (2000) - 720p.mkv']]);
    expect(await withoutPrivileges(scan)).toMatchObject({ accepted: 0 });
  });
});
