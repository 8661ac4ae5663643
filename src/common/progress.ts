/** Number of consecutive rounds without progress that ends a loop. Fewer can occur when another writer is faster. */
const ROUNDS_WITHOUT_PROGRESS_LIMIT = 3;

/** Ends loops that no longer make progress. */
export class Progress {
  private roundsWithoutProgress = 0;

  /** `work` names the loop in the error, such as `Removing files`. */
  constructor(private readonly work: string) {}

  /** Records how much one round has done. Throws in the third consecutive round that has done nothing. */
  note(doneCount: number): void {
    this.roundsWithoutProgress = doneCount > 0 ? 0 : this.roundsWithoutProgress + 1;
    if (this.roundsWithoutProgress === ROUNDS_WITHOUT_PROGRESS_LIMIT)
      throw new Error(`${this.work} makes no progress.`);
  }
}
