/** A hash table of short ASCII words, kept in one array of numbers so that a look-up reads little memory. */
import { randomInt } from 'node:crypto';

/** Odd, and random in each process, so that nobody can write a catalog whose words collide. */
const FACTORS: readonly [number, number] = [2 * randomInt(2 ** 31) + 1, 2 * randomInt(2 ** 31) + 1];

/** An entry is four numbers: both halves of the spelling, the number of the folded text, and the code. */
const ENTRY = 4;
/** The code of a free place. */
export const NO_CODE = -1;

/** A hash table of words. The key is a spelling of at most twelve digits, as two numbers. */
export class SpellingTable {
  private size = 0;
  /** Entries, a power of two. */
  private capacity = 1 << 14;
  private entries = new Int32Array(ENTRY * this.capacity).fill(NO_CODE);

  /** The place of a spelling, or the free place where it belongs. */
  find(first: number, second: number): number {
    const last = ENTRY * (this.capacity - 1);
    const mixed = Math.imul(first, FACTORS[0]) ^ Math.imul(second, FACTORS[1]);
    let place = ((mixed ^ (mixed >>> 15)) * ENTRY) & last;
    while (this.entries[place + 3] !== NO_CODE) {
      if (this.entries[place] === first && this.entries[place + 1] === second) return place;
      place = (place + ENTRY) & last;
    }
    return place;
  }

  /** The number of a word's folded text. */
  foldedAt(place: number): number {
    return this.entries[place + 2] ?? 0;
  }

  /** The code of a word; `NO_CODE` if the place is free. */
  codeAt(place: number): number {
    return this.entries[place + 3] ?? NO_CODE;
  }

  /** Adds a new spelling and returns its place. */
  add(first: number, second: number, folded: number, code: number): number {
    if (2 * this.size >= this.capacity) this.grow();
    this.size += 1;
    const place = this.find(first, second);
    this.entries.set([first, second, folded, code], place);
    return place;
  }

  private grow(): void {
    const old = this.entries;
    this.capacity *= 2;
    this.entries = new Int32Array(ENTRY * this.capacity).fill(NO_CODE);
    for (let from = 0; from < old.length; from += ENTRY) {
      if (old[from + 3] === NO_CODE) continue;
      this.entries.set(old.subarray(from, from + ENTRY), this.find(old[from] ?? 0, old[from + 1] ?? 0));
    }
  }
}
