/** Counts of all rounds: a file with a line of JSON for each round, and the table of all its lines in Markdown. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { RoundReport } from './round';

const HEAD = ['kind', 'injections', 'confirmed', 'refused', 'unknown', 'lost', 'stale', 'refused but stored'];
const HEAD_2 = ['late', 'drift', 'other faults', 'recovery p50 ms', 'recovery max ms'];

const sum = (reports: readonly RoundReport[], pick: (report: RoundReport) => number): number =>
  reports.reduce((total, report) => total + pick(report), 0);

/** Adds a round to a file, which may contain those of earlier runs. Writes the table of all beside it, with `.md`. */
export function addToReport(path: string, report: RoundReport): void {
  appendFileSync(path, `${JSON.stringify(report)}\n`);
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  writeFileSync(`${path}.md`, countsTable(lines.map((line) => JSON.parse(line) as RoundReport)));
}

/** Returns a row for each kind, and a last one for all. */
function countsTable(reports: readonly RoundReport[]): string {
  const kinds = [...new Set(reports.map(({ kind }) => kind))];
  const rows = [
    ...kinds.map((kind) =>
      rowOf(
        kind,
        reports.filter((report) => report.kind === kind),
      ),
    ),
    rowOf('all', reports),
  ];
  const head = [...HEAD, ...HEAD_2];
  return `${[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

function rowOf(name: string, reports: readonly RoundReport[]): (string | number)[] {
  const times = reports.flatMap(({ recoveriesMs }) => recoveriesMs).sort((a, b) => a - b);
  const faultsWith = (pattern: RegExp): number =>
    sum(reports, ({ faults }) => faults.filter((fault) => pattern.test(fault)).length);
  return [
    name,
    sum(reports, ({ injections }) => injections),
    sum(reports, ({ confirmed }) => confirmed),
    sum(reports, ({ refused }) => refused),
    sum(reports, ({ unknown }) => unknown),
    faultsWith(/^(lost|stale: .*at the end$)/),
    faultsWith(/^stale: .*after an acknowledgement$/),
    faultsWith(/^refused/),
    sum(reports, ({ late }) => late),
    sum(reports, ({ drift }) => drift),
    faultsWith(/^(?!lost|stale|refused)/),
    (times[Math.floor(times.length / 2)] ?? 0).toFixed(),
    (times.at(-1) ?? 0).toFixed(),
  ];
}
