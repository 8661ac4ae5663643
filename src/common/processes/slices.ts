import { setImmediate as yieldToEvents } from 'node:timers/promises';

/** Number of elements mapped before the event loop continues: about a millisecond of work for the current callers. */
const SLICE = 32;

/**
 * Maps many elements without blocking the event loop, so that the process still answers requests and sends statements.
 * Throws what `map` throws.
 */
export async function mapInSlices<From, To>(elements: readonly From[], map: (element: From) => To): Promise<To[]> {
  const mapped: To[] = [];
  for (let start = 0; start < elements.length; start += SLICE) {
    if (start > 0) await yieldToEvents();
    for (const element of elements.slice(start, start + SLICE)) mapped.push(map(element));
  }
  return mapped;
}
