/** Writes the counts of rounds to two files: one has a line of JSON for each round, the other a table in Markdown. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { RoundReport } from './round';

const HEAD = [
  ...['kind', 'injections', 'confirmed', 'refused', 'unknown', 'lost', 'stale', 'refused but stored'],
  ...['reads of late writes', 'read-model drift', 'other violations', 'recovery p50 s', 'recovery max s'],
];

const sum = (reports: readonly RoundReport[], pick: (report: RoundReport) => number): number =>
  reports.reduce((total, report) => total + pick(report), 0);

/**
 * Appends a round to the file. Writes the table of all rounds in the file to another file, with `.md` added to the
 * name.
 */
export function addToReport(path: string, report: RoundReport): void {
  appendFileSync(path, `${JSON.stringify(report)}\n`);
  writeFileSync(`${path}.md`, countsTable(readReport(path)));
}

/** Number of injections of a kind in a report file; 0 if there is no file. */
export function countInjections(path: string, kind: string): number {
  const rounds = existsSync(path) ? readReport(path) : [];
  return sum(
    rounds.filter((report) => report.kind === kind),
    ({ injections }) => injections,
  );
}

function readReport(path: string): RoundReport[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as RoundReport);
}

/** Returns a table in Markdown with a row for each kind, and a last row for all kinds. */
export function countsTable(reports: readonly RoundReport[]): string {
  const kinds = [...new Set(reports.map(({ kind }) => kind))];
  const rowsOfKinds = kinds.map((name) =>
    rowOf(
      name,
      reports.filter(({ kind }) => kind === name),
    ),
  );
  const rows = [HEAD, HEAD.map(() => '---'), ...rowsOfKinds, rowOf('all', reports)];
  return `${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

function rowOf(name: string, reports: readonly RoundReport[]): (string | number)[] {
  const times = reports.flatMap(({ recoveriesMs }) => recoveriesMs).sort((a, b) => a - b);
  const violationsWith = (pattern: RegExp): number =>
    sum(reports, ({ violations }) => violations.filter((violation) => pattern.test(violation)).length);
  return [
    name,
    sum(reports, ({ injections }) => injections),
    sum(reports, ({ confirmed }) => confirmed),
    sum(reports, ({ refused }) => refused),
    sum(reports, ({ unknown }) => unknown),
    // A value that is still stale at the end of a round means that the confirmed write is lost.
    violationsWith(/^(?:Error: )?(?:lost|stale: .*at the end of the round$)/),
    violationsWith(/^stale: .*after a confirmed write$/),
    violationsWith(/^refused/),
    sum(reports, ({ lateWrites }) => lateWrites),
    sum(reports, ({ readModelDrift }) => readModelDrift),
    violationsWith(/^(?!(?:Error: )?(?:lost|stale|refused))/),
    toSeconds(times[Math.floor(times.length / 2)]),
    toSeconds(times.at(-1)),
  ];
}

const toSeconds = (milliseconds = 0): string => (milliseconds / 1_000).toFixed(1);
