/** Maximum number of consecutive rounds without progress. A few can occur when another writer is faster. */
const WITHOUT_PROGRESS_MAX = 3;

/** Detects loops that no longer make progress and would never end. */
export class Progress {
  private roundsWithoutProgress = 0;

  /** `work` names the loop in the error, such as `Removing files`. */
  constructor(private readonly work: string) {}

  /** Records the progress of one round. Throws in the third consecutive round without progress. */
  note(done: number): void {
    this.roundsWithoutProgress = done > 0 ? 0 : this.roundsWithoutProgress + 1;
    if (this.roundsWithoutProgress === WITHOUT_PROGRESS_MAX) throw new Error(`${this.work} makes no progress.`);
  }
}
