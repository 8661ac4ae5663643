import { setImmediate as yieldToEvents } from 'node:timers/promises';

/** Number of elements mapped before the event loop continues: about a millisecond of work for the current callers. */
const SLICE_SIZE = 32;

/**
 * Maps many elements without blocking the event loop, so that the process still answers requests and sends statements.
 * `pause` is called between two slices; by default, the event loop turns once. Throws what `map` throws.
 */
export async function mapInSlices<From, To>(
  elements: readonly From[],
  map: (element: From) => To,
  pause: () => Promise<void> = yieldToEvents,
): Promise<To[]> {
  const mapped: To[] = [];
  for (let start = 0; start < elements.length; start += SLICE_SIZE) {
    if (start > 0) await pause();
    for (const element of elements.slice(start, start + SLICE_SIZE)) mapped.push(map(element));
  }
  return mapped;
}
