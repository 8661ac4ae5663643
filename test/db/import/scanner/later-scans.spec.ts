import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { useScannedFolder } from './scanned-folder';

describe('the scanner', () => {
  const { setKind, put, pathOf, scan, deleteItem, items } = useScannedFolder();

  it('writes only items that have changed', async () => {
    for (let index = 0; index < 20; index += 1) put(`Film ${index} (2000)/Film ${index} (2000).mkv`);
    await scan();
    const before = await items();
    expect(await scan()).toMatchObject({ accepted: 0, unchanged: 0, units: { found: 20, changed: 0, gone: 0 } });
    put('Film 7 (2000)/movie.nfo', '<movie><title>Seven</title></movie>');
    put('Film 99 (2000)/Film 99 (2000).mkv');
    utimesSync(pathOf('Film 3 (2000)/Film 3 (2000).mkv'), 1, 1);
    // The scan reads the folder of Film 3 again because of the new time of its file, but finds the same item.
    expect(await scan()).toMatchObject({ accepted: 2, units: { found: 21, changed: 3, gone: 0 } });
    const after = await items();
    expect(after).toHaveLength(21);
    const unchanged = after.filter((row) => before.some((old) => JSON.stringify(old) === JSON.stringify(row)));
    expect(unchanged).toHaveLength(19);
  });

  it('reports its progress even if nothing has changed', async () => {
    for (let index = 0; index < 201; index += 1) put(`Film ${index} (2000)/Film ${index} (2000).mkv`);
    await scan();
    const reported: number[] = [];
    await scan({ onProgress: ({ files }) => reported.push(files) });
    // A scan reports after every 100 units, whether they have changed or not. Here, each film is one.
    expect(reported).toEqual([100, 200]);
  });

  it('makes items without files unavailable until the files return, or deletes them on request', async () => {
    put('A (2000)/A (2000).mkv');
    put('B (2001)/B (2001).mkv');
    await scan();
    const ids = (await items()).map(({ media_id }) => media_id);
    // Scans ignore names that begin with a dot.
    renameSync(pathOf('B (2001)'), pathOf('.B'));
    expect(await scan()).toMatchObject({ accepted: 1, units: { found: 1, changed: 0, gone: 1 } });
    expect((await items()).map(({ available }) => available)).toEqual([true, false]);
    // The item is unavailable already.
    expect(await scan()).toMatchObject({ accepted: 0 });
    renameSync(pathOf('.B'), pathOf('B (2001)'));
    await scan();
    expect((await items()).map(({ media_id, available }) => [media_id, available])).toEqual(
      ids.map((id) => [id, true]),
    );
    rmSync(pathOf('A (2000)'), { recursive: true });
    await scan({ removal: 'delete' });
    expect((await items()).map(({ title }) => title)).toEqual(['B']);
  });

  it('makes only the episode of a removed file unavailable', async () => {
    setKind('series');
    put('S/Season 1/S01E01.mkv');
    put('S/Season 1/S01E02.mkv');
    await scan();
    rmSync(pathOf('S/Season 1/S01E02.mkv'));
    await scan();
    const episodes = (await items()).filter(({ media_kind }) => media_kind === 'episode');
    expect(episodes.map(({ episode_number, available }) => [episode_number, available])).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  it('creates a deleted movie again when files of its folder have changed', async () => {
    put('A (2000)/A (2000).mkv');
    put('B (2001)/B (2001).mkv');
    await scan();
    await deleteItem('A');
    expect(await scan()).toMatchObject({ accepted: 0, units: { found: 2, changed: 0 } });
    put('A (2000)/movie.nfo', '<movie><title>A again</title></movie>');
    expect(await scan()).toMatchObject({ accepted: 1, rejected: 0, units: { changed: 1 } });
    expect((await items()).map(({ title }) => title)).toEqual(['A again', 'B']);
  });

  it('creates deleted items again when files of their series have changed', async () => {
    setKind('series');
    put('S/Season 1/S01E01.mkv');
    put('T/Season 1/S01E01.mkv');
    await scan();
    await deleteItem('S');
    expect(await scan()).toMatchObject({ accepted: 0, units: { found: 2, changed: 0 } });
    put('S/Season 1/S01E02.mkv');
    // The series, its season and its two episodes.
    expect(await scan()).toMatchObject({ accepted: 4, rejected: 0, units: { changed: 1 } });
    const numbers = (await items()).map(({ episode_number }) => episode_number).filter((number) => number !== null);
    expect(numbers.sort()).toEqual([1, 1, 2]);
  });

  it('does not create a deleted item again when its files disappear', async () => {
    put('A (2000)/A (2000).mkv');
    put('B (2001)/B (2001).mkv');
    await scan();
    await deleteItem('A');
    rmSync(pathOf('A (2000)'), { recursive: true });
    expect(await scan()).toMatchObject({ accepted: 0, rejected: 0, units: { gone: 1 } });
    expect((await items()).map(({ title }) => title)).toEqual(['B']);
  });

  it('makes items without files unavailable even if another file has a name that is not UTF-8', async () => {
    put('A (2000)/A (2000).mkv');
    writeFileSync(Buffer.concat([Buffer.from(pathOf('Bad')), Buffer.from([0xff, 0xfe]), Buffer.from('.mkv')]), 'x');
    await scan();
    rmSync(pathOf('A (2000)'), { recursive: true });
    await scan();
    expect((await items()).map(({ title, available }) => [title, available])).toEqual([['A', false]]);
  });
});
