import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeMediaTree, type MediaTree } from '../catalogs/media-tree';
import type { BenchOptions } from '../context';
import { runCommand, type Scratch } from '../processes';
import { printFigure, printHeading } from '../report';

const FILES = 20_000;

/** The output of the command `scan`. */
interface Summary {
  /** Numbers of the folders in the tree, and of those that the scan read. */
  readonly units: { readonly found: number; readonly changed: number };
  readonly accepted: number;
  readonly rejected: number;
  readonly seconds: number;
}

/** The figures of the scans of both libraries together. */
interface Scan {
  readonly seconds: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Number of folders that were read. */
  readonly changed: number;
  readonly peakMiB: number;
}

/** Scans a tree of movies and series twice, and compares the speed with a plain directory walk. */
export async function measureScan(_options: BenchOptions, scratch: Scratch): Promise<void> {
  const directory = join(scratch.directory, 'media');
  try {
    const tree = makeMediaTree(directory, FILES);
    printHeading(`Scan of ${tree.files} files, half films and half series, read model included`);
    // The first walk is a warm-up, and is not measured.
    walk(directory);
    const baseline = secondsOf(() => walk(directory));
    printFigure('baseline: walk that reads the status of each file', tree.files / baseline, 'files/s');
    const first = await scan(scratch, tree);
    printScan('first scan', tree, first, baseline, '>= 2000');
    printFigure('records accepted', first.accepted, 'records');
    printFigure('records rejected', first.rejected, 'records', '0');
    printFigure('peak memory of the Node process', first.peakMiB, 'MiB RSS');
    const second = await scan(scratch, tree);
    printScan('scan without changes', tree, second, baseline, '>= 10000');
    printFigure('folders read again', second.changed, 'folders', '0');
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function printScan(name: string, tree: MediaTree, { seconds }: Scan, baseline: number, target: string): void {
  printFigure(name, tree.files / seconds, 'files/s', target);
  printFigure(`${name}, relative to the baseline`, seconds / baseline, 'x baseline');
}

async function scan(scratch: Scratch, { movies, series }: MediaTree): Promise<Scan> {
  const films = await runCommand(scratch, 'scan', 'Films', movies, '--kind', 'movies');
  const shows = await runCommand(scratch, 'scan', 'Series', series, '--kind', 'series');
  const summaries = [films, shows].map(({ stdout }) => JSON.parse(stdout) as Summary);
  const sum = (fieldOf: (summary: Summary) => number): number =>
    summaries.reduce((total, summary) => total + fieldOf(summary), 0);
  return {
    seconds: sum(({ seconds }) => seconds),
    accepted: sum(({ accepted }) => accepted),
    rejected: sum(({ rejected }) => rejected),
    changed: sum(({ units }) => units.changed),
    peakMiB: Math.max(films.peakMiB, shows.peakMiB),
  };
}

function secondsOf(work: () => void): number {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
}

/** The minimum work of any scan: lists each folder and reads the status of each file. */
function walk(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walk(path);
    else statSync(path);
  }
}
