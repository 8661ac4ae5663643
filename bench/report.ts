import type { LoadFigures } from './load';

/** A floor to hold a route against: the same server and body size, no database. */
export type Floor = (bytes: number) => Promise<LoadFigures>;

/** Prints a heading. */
export function printHeading(text: string): void {
  console.log(`\n${text}`);
}

/** Prints one figure with its unit, and what it was asked to be where an issue names it. */
export function printFigure(name: string, value: number, unit: string, wanted?: string): void {
  const shown = value >= 100 ? value.toFixed(0) : value.toFixed(2);
  console.log(
    `  ${name.padEnd(44)} ${shown.padStart(10)} ${unit}${wanted === undefined ? '' : `   (wanted: ${wanted})`}`,
  );
}

/**
 * Prints a route's times with one request in flight, beside the floor of the same run, and what it serves with `busy`
 * ones.
 */
export function printRoute(name: string, figures: LoadFigures, busy: LoadFigures, floor: LoadFigures): void {
  const ratio = figures.p50 / floor.p50;
  console.log(
    `  ${name.padEnd(34)} ${busy.perSecond.toFixed(0).padStart(7)}/s  p50 ${figures.p50.toFixed(2).padStart(7)} ms  ` +
      `p95 ${figures.p95.toFixed(2).padStart(7)} ms  max ${figures.max.toFixed(1).padStart(7)} ms  ` +
      `${(figures.bytes / 1024).toFixed(1).padStart(6)} KiB  ${ratio.toFixed(1).padStart(6)}x floor`,
  );
}
