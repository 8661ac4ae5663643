/** A seeded random number generator (mulberry32), so that all runs measure the same catalog. */
export class SeededRandom {
  /** `state` is at first the seed, any 32-bit integer. */
  constructor(private state: number) {}

  /** A number in [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer in [from, to]. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** A rank in [0, count) by Zipf's law: low ranks are frequent, like common words and names in texts. */
  zipf(count: number): number {
    return Math.min(count - 1, Math.floor(Math.exp(this.next() * Math.log(count + 1))) - 1);
  }
}
