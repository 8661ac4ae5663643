/** Pseudo-random choices that depend only on a seed and a key, so that plans are the same on every machine. */
import { hash } from 'node:crypto';

/** Identifies a choice, for example by its purpose, the library and the title. */
type ChoiceKey = readonly (string | number)[];

/** Number of values that 12 hexadecimal digits can have. */
const RANGE = 2 ** 48;

/** Returns a number from 0 (inclusive) to 1 (exclusive). */
export function draw(seed: string, ...key: ChoiceKey): number {
  return Number.parseInt(hash('sha256', JSON.stringify([seed, ...key]), 'hex').slice(0, 12), 16) / RANGE;
}

/** Returns true with the probability `rate`. */
export function happens(rate: number, seed: string, ...key: ChoiceKey): boolean {
  return draw(seed, ...key) < rate;
}

/** Returns one of the choices, each with the same probability. */
export function choose<T>(choices: readonly [T, ...T[]], seed: string, ...key: ChoiceKey): T {
  return choices[Math.floor(draw(seed, ...key) * choices.length)] ?? choices[0];
}

/** Returns the values in an order that depends on the seed and the key. */
export function shuffle<T>(values: readonly T[], seed: string, ...key: ChoiceKey): T[] {
  return values
    .map((value, index) => ({ value, rank: draw(seed, ...key, index) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}
