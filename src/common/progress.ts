/** Fruitless rounds in a row that may come from another writer that is faster. */
const FRUITLESS_MAX = 3;

/** Ends loops that work until nothing is left: each round must get something done, or the loop would never end. */
export class Progress {
  private fruitless = 0;

  /** `work` names what the loop does, as in `Removing files`. */
  constructor(private readonly work: string) {}

  /** Notes how much one round got done. Throws at the third round in a row that got nothing done. */
  note(done: number): void {
    this.fruitless = done > 0 ? 0 : this.fruitless + 1;
    if (this.fruitless === FRUITLESS_MAX) throw new Error(`${this.work} makes no progress.`);
  }
}
