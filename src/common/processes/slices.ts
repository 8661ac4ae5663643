import { setImmediate as yieldToEvents } from 'node:timers/promises';

/** Number of elements in a slice. For the current callers, a slice takes about a millisecond. */
const SLICE_SIZE = 32;

/**
 * Maps many elements in slices, so that the process still answers requests and sends statements. Awaits `pause` between
 * two slices; by default, it yields to the event loop. Throws what `map` throws.
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
