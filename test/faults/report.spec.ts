import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addToReport, countInjections } from './report';
import type { RoundReport } from './round';

const roundOf = (kind: string, recoveriesMs: readonly number[], violations: readonly string[] = []): RoundReport => ({
  kind,
  injections: recoveriesMs.length,
  recoveriesMs,
  injectingMs: 0,
  comparingMs: 0,
  confirmed: 10,
  refused: 2,
  unknown: 1,
  refusals: {},
  readModelDrift: 0,
  violations,
  lateWrites: 0,
});

describe('the report of faults', () => {
  let directory: string;
  let path: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'fault-report-'));
    path = join(directory, 'report');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  /** The rows of the table, without its header, which `report.ts` defines. */
  const rows = (): string[] => readFileSync(`${path}.md`, 'utf8').trim().split('\n').slice(2);

  it('adds up all rounds of a kind', () => {
    addToReport(path, roundOf('a cut', [1_000, 3_000]));
    addToReport(path, roundOf('a lock', [500]));
    addToReport(path, roundOf('a cut', [2_000]));
    expect(rows()).toEqual([
      '| a cut | 3 | 20 | 4 | 2 | 0 | 0 | 0 | 0 | 0 | 0 | 2.0 | 3.0 |',
      '| a lock | 1 | 10 | 2 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0.5 | 0.5 |',
      '| all | 4 | 30 | 6 | 3 | 0 | 0 | 0 | 0 | 0 | 0 | 2.0 | 3.0 |',
    ]);
    expect(['a cut', 'a lock', 'a kill'].map((kind) => countInjections(path, kind))).toEqual([3, 1, 0]);
  });

  it('counts lost writes, stale reads, refused writes that are stored, and other violations separately', () => {
    // A value that is still old at the end of a round means that the confirmed write is lost.
    const lost = ['lost: run 3', 'Error: lost: artifact 1', 'stale: run has the value 1 at the end of the round'];
    const stale = ['stale: run has the value 1 after a confirmed write'];
    addToReport(path, roundOf('a cut', [0], [...lost, ...stale, 'refused but stored: run 4', 'a server ended']));
    expect(rows()[0]).toBe('| a cut | 1 | 10 | 2 | 1 | 3 | 1 | 1 | 0 | 0 | 1 | 0.0 | 0.0 |');
  });

  it('counts zero injections if there is no file', () => {
    expect(countInjections(path, 'a cut')).toBe(0);
  });
});
