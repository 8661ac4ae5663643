/** Closes what a set-up opened, the last first. If one cannot be closed, closes the others nevertheless. */
export class Closings {
  private readonly steps: (() => unknown)[] = [];

  /** Adds a function that closes something. */
  add(step: () => unknown): void {
    this.steps.push(step);
  }

  /**
   * Calls the functions, the last first. Throws the error of the one that failed, or an `AggregateError` of several.
   */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (const step of this.steps.splice(0).reverse()) {
      try {
        await step();
      } catch (error) {
        errors.push(error);
      }
    }
    throwAll(errors);
  }
}

/** Runs a set-up. If it fails, closes what it opened, and throws its error. */
export async function setUp<T>(open: (closings: Closings) => Promise<T>): Promise<T> {
  const closings = new Closings();
  try {
    return await open(closings);
  } catch (error) {
    await closings.close().catch((failure: unknown) => throwAll([error, failure]));
    throw error;
  }
}

function throwAll(errors: readonly unknown[]): void {
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join('; '));
  if (errors.length === 1) throw errors[0];
}
