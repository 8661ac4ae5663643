import { renameSync } from 'node:fs';
import { useScannedFolder } from './scanned-folder';

describe('the scanner', () => {
  const { put, pathOf, scan, execute, items } = useScannedFolder();

  /** Scans, but ends the scan after its import, before it has stored its state. */
  async function scanUntilImported(): Promise<void> {
    await execute(`CREATE FUNCTION end_scan() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'ended'; END $$`);
    await execute(`CREATE TRIGGER end_scan BEFORE INSERT OR UPDATE ON catalog_scan_items
      FOR EACH ROW WHEN (new.record_hash <> '') EXECUTE FUNCTION end_scan()`);
    try {
      await expect(scan()).rejects.toThrow('ended');
    } finally {
      await execute('DROP FUNCTION end_scan CASCADE');
    }
  }

  it('makes an item available again whose files return after a scan that ended early', async () => {
    put('A (2000)/A (2000).mkv');
    await scan();
    renameSync(pathOf('A (2000)'), pathOf('.A'));
    await scanUntilImported();
    expect((await items()).map(({ available }) => available)).toEqual([false]);
    renameSync(pathOf('.A'), pathOf('A (2000)'));
    await scan();
    expect((await items()).map(({ available }) => available)).toEqual([true]);
    expect(await scan()).toMatchObject({ accepted: 0, units: { changed: 0 } });
  });

  it('makes a new item unavailable whose files disappear after a scan that ended early', async () => {
    put('A (2000)/A (2000).mkv');
    await scanUntilImported();
    expect((await items()).map(({ available }) => available)).toEqual([true]);
    renameSync(pathOf('A (2000)'), pathOf('.A'));
    await scan();
    expect((await items()).map(({ available }) => available)).toEqual([false]);
  });
});
