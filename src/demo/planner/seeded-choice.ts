/** Choices that depend on a seed and a place alone: the same on every machine, in any order of asking. */
import { hash } from 'node:crypto';

/** What a choice is made for: the library, the title, the purpose. */
export type ChoicePlace = readonly (string | number)[];

const RANGE = 2 ** 48;

/** A number from 0 (inclusive) to 1 (exclusive). */
export function draw(seed: string, ...place: ChoicePlace): number {
  return Number.parseInt(hash('sha256', JSON.stringify([seed, ...place]), 'hex').slice(0, 12), 16) / RANGE;
}

/** Whether something of the given rate happens there. */
export function happens(rate: number, seed: string, ...place: ChoicePlace): boolean {
  return draw(seed, ...place) < rate;
}

/** One of the choices, which must not be empty. */
export function choose<T>(choices: readonly [T, ...T[]], seed: string, ...place: ChoicePlace): T {
  return choices[Math.floor(draw(seed, ...place) * choices.length)] ?? choices[0];
}

/** The same values in an order of that place. */
export function shuffle<T>(values: readonly T[], seed: string, ...place: ChoicePlace): T[] {
  return values
    .map((value, index) => ({ value, rank: draw(seed, ...place, index), index }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ value }) => value);
}
