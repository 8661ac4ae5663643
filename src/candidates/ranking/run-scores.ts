/**
 * Measures how well the texts of one item contain the runs of a query. A run has one or more chains; a chain is a
 * sequence of overlapping pairs of neighbouring words.
 */
import type { Run } from './pairs';

/** Reads the texts of one item line by line. A line is an overview, a tagline, or the name of a person or character. */
export class RunScores {
  /** For each chain of each run, the highest product of its fit in a line and the factor of that line. */
  private readonly chainFits: number[][];
  /** The same for names only. */
  private readonly nameFits: number[][];

  constructor(private readonly runs: readonly Run[]) {
    this.chainFits = runs.map(({ chains }) => chains.map(() => 0));
    this.nameFits = runs.map(({ chains }) => chains.map(() => 0));
  }

  /**
   * Reads a line. `fits` has for each pair how well the line contains it, and `factor` is the weight of the line.
   * Returns whether the line has a whole run without corrections.
   */
  read(fits: readonly number[], factor: number, isName: boolean): boolean {
    let hasWholeRun = false;
    for (const [runIndex, { chains, isOfNamesOnly }] of this.runs.entries()) {
      if (isOfNamesOnly && !isName) continue;
      const fitsInLine = chains.map((chain) => Math.min(...chain.map((index) => fits[index] ?? 0)));
      raiseAll(this.chainFits[runIndex] ?? [], fitsInLine, factor);
      if (isName) raiseAll(this.nameFits[runIndex] ?? [], fitsInLine, factor);
      hasWholeRun ||= fitsInLine.every((fit) => fit === 1);
    }
    return hasWholeRun;
  }

  /** Returns the fit of the best run, 0 to 1. The fit of a run is the fit of its worst chain. */
  best(): number {
    return Math.max(0, ...this.chainFits.map((fits) => Math.min(...fits)));
  }

  /** Returns the fit in names of the best run with several chains, 0 to 1. */
  bestOfSeveralNames(): number {
    return Math.max(0, ...this.nameFits.map((fits) => (fits.length > 1 ? Math.min(...fits) : 0)));
  }
}

/** Raises each score to the fit at the same index, times the factor. */
export function raiseAll(scores: number[], fits: readonly number[], factor: number): void {
  for (const [index, fit] of fits.entries()) scores[index] = Math.max(scores[index] ?? 0, factor * fit);
}
