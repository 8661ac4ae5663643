import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useScannedFolder } from './scanned-folder';

describe('the scanner', () => {
  const { put, pathOf, scan, items } = useScannedFolder();

  it('follows no symbolic link, whether its target is inside or outside of the root', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'scanner-outside-'));
    try {
      writeFileSync(join(outside, 'Secret (2000).mkv'), 'x');
      put('Real (2000)/Real (2000).mkv');
      symlinkSync(outside, pathOf('Linked (2000)'));
      symlinkSync(join(outside, 'Secret (2000).mkv'), pathOf('Secret (2000).mkv'));
      symlinkSync(pathOf('.'), pathOf('Loop (2000)'));
      const { log } = await scan();
      expect((await items()).map(({ title }) => title)).toEqual(['Real']);
      expect(log.totals).toEqual({ 'symlink-skipped': 3 });
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  it('imports one of two names that differ only in their Unicode form', async () => {
    put(`${'Amélie (2001)'.normalize('NFC')}/a.mkv`);
    put(`${'Amélie (2001)'.normalize('NFD')}/b.mkv`);
    const { log } = await scan();
    expect(await items()).toHaveLength(1);
    expect(log.totals).toEqual({ 'duplicate-name': 1 });
  });

  it('finds the NFO file of a video whose name has another Unicode form', async () => {
    put(`${'Amélie (2001)'.normalize('NFD')}/${'Amélie.mkv'.normalize('NFD')}`);
    put(`${'Amélie (2001)'.normalize('NFD')}/${'Amélie.nfo'.normalize('NFC')}`, '<movie><plot>P</plot></movie>');
    await scan();
    expect((await items()).map(({ overview }) => overview)).toEqual(['P']);
  });

  it('skips folders with a path that is too long for an index, and scans the others', async () => {
    put('A (2000)/A (2000).mkv');
    const path = Array.from({ length: 13 }, () => randomBytes(120).toString('hex')).join('/');
    put(`${path}/Deep (2001).mkv`);
    put('Z (2002)/Z (2002).mkv');
    const { log } = await scan();
    expect((await items()).map(({ title }) => title)).toEqual(['A', 'Z']);
    expect(log.totals).toEqual({ 'path-too-long': 1 });
  });

  it('imports one of two films whose names differ only in the part numbers, and reports each file of the other', async () => {
    for (const name of ['Heat.mkv', 'Heat_cd1.mkv', 'Heat_cd2.mkv']) put(name);
    const { log } = await scan();
    expect((await items()).map(({ title }) => title)).toEqual(['Heat']);
    expect(log.findings).toEqual([
      { code: 'duplicate-name', path: 'Heat_cd1.mkv' },
      { code: 'duplicate-name', path: 'Heat_cd2.mkv' },
    ]);
  });

  it('imports names that differ in letter case as two items on a case-sensitive file system', async () => {
    put('Heat (1995)/Heat (1995).mkv');
    put('HEAT (1995)/HEAT (1995).mkv');
    const { rejected } = await scan();
    expect(rejected).toBe(0);
    // A file system that is not case-sensitive has one folder for both names.
    const folders = readdirSync(pathOf('.')).length;
    expect(await items()).toHaveLength(folders);
  });

  it('removes invisible characters from titles, but keeps emojis and letters of all scripts', async () => {
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

  it('skips names that are not UTF-8 and names with control characters', async () => {
    put('Good (2000)/Good (2000).mkv');
    writeFileSync(Buffer.concat([Buffer.from(pathOf('Bad')), Buffer.from([0xff, 0xfe]), Buffer.from('.mkv')]), 'x');
    mkdirSync(Buffer.concat([Buffer.from(pathOf('Folder')), Buffer.from([0xff])]));
    put('Line\nbreak (2000).mkv');
    const { log } = await scan();
    expect((await items()).map(({ title }) => title)).toEqual(['Good']);
    expect(log.totals).toEqual({ 'name-not-utf8': 2, 'name-has-controls': 1 });
  });
});
