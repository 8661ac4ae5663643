import { setImmediate as yieldToEvents } from 'node:timers/promises';

/** Elements mapped between two looks at the event loop: about a millisecond of work for what is mapped here. */
const SLICE = 32;

/**
 * Maps many elements without holding the event loop: a server that derives a batch goes on answering, and a statement
 * already under way goes on being sent and worked on. Throws what `map` throws.
 */
export async function mapInSlices<From, To>(elements: readonly From[], map: (element: From) => To): Promise<To[]> {
  const mapped: To[] = [];
  for (let start = 0; start < elements.length; start += SLICE) {
    if (start > 0) await yieldToEvents();
    for (const element of elements.slice(start, start + SLICE)) mapped.push(map(element));
  }
  return mapped;
}
