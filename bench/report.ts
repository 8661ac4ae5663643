import type { LoadFigures } from './load';

/**
 * Measures the baseline route (`baseline.ts`) of the same server for a response of about this many bytes, at most 25
 * KB.
 */
export type Baseline = (bytes: number) => Promise<LoadFigures>;

export function printHeading(text: string): void {
  console.log(`\n${text}`);
}

/** Prints a figure with its unit and its target, if it has one. */
export function printFigure(name: string, value: number, unit: string, target?: string): void {
  const formatted = value >= 100 ? value.toFixed(0) : value.toFixed(2);
  console.log(
    `  ${name.padEnd(44)} ${formatted.padStart(10)} ${unit}${target === undefined ? '' : `   (target: ${target})`}`,
  );
}

/**
 * Prints the figures of a route: the throughput of `busy` (several requests in flight), the times of `figures` (one
 * request in flight), and their median relative to that of the baseline route.
 */
export function printRoute(name: string, figures: LoadFigures, busy: LoadFigures, baseline: LoadFigures): void {
  const ratio = figures.p50 / baseline.p50;
  console.log(
    `  ${name.padEnd(34)} ${busy.perSecond.toFixed(0).padStart(7)}/s  p50 ${figures.p50.toFixed(2).padStart(7)} ms  ` +
      `p95 ${figures.p95.toFixed(2).padStart(7)} ms  max ${figures.max.toFixed(1).padStart(7)} ms  ` +
      `${(figures.bytes / 1024).toFixed(1).padStart(6)} KiB  ${ratio.toFixed(1).padStart(6)}x baseline`,
  );
}
