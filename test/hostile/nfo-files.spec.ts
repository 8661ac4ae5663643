/** Hostile NFO files: the reader never throws, takes little time, and reports why it does not use a file. */
import { NFO_ROOTS, readNfo } from '../../src/catalog/scanner/nfo/nfo-document';
import { HOSTILE_FILES } from './nfo-inputs';

/** Maximum processor time for one file, in milliseconds. The largest files have 1 MB. */
const MAX_MS = 1_000;

/** Reads a file. Returns what the reader did wrong, or null. */
function faultOf(bytes: Buffer): string | null {
  const before = process.cpuUsage();
  const { document, diagnostics } = readNfo(bytes, NFO_ROOTS);
  const { user } = process.cpuUsage(before);
  if (document === null && diagnostics.length === 0) return 'refused without a reason';
  return user > MAX_MS * 1_000 ? `${(user / 1_000).toFixed()} ms` : null;
}

it('hostile NFO files are read or refused with a reason, without an exception, in little time', () => {
  const faults = HOSTILE_FILES.flatMap(({ name, bytes }) => {
    try {
      // A file with a fault is read once more, because garbage collection may have taken the time.
      const fault = faultOf(bytes) === null ? null : faultOf(bytes);
      return fault === null ? [] : [`${name}: ${fault}`];
    } catch (error) {
      return [`${name}: ${String(error)}`];
    }
  });
  expect(faults).toEqual([]);
  expect(Object.prototype).not.toHaveProperty('polluted');
});

it('there are more than 2,000 hostile NFO files with distinct names', () => {
  const names = HOSTILE_FILES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(2_000);
});
