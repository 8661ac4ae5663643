/** Finds UUIDs for which the PostgreSQL function `uuid_hash_extended` returns the same number. */

const LENGTH = 16;
/** The state before the first byte, if the seed is 0. */
const START = (0x9e3779b9 + LENGTH + 3923095) | 0;
/** The places of the numbers of a state. */
const [A, B, C] = [0, 1, 2] as const;

/** The steps of the function `mix` of PostgreSQL (`hashfn.c`): the numbers that each uses, and a rotation. */
const MIX_STEPS = [
  [A, C, B, 4],
  [B, A, C, 6],
  [C, B, A, 8],
  [A, C, B, 16],
  [B, A, C, 19],
  [C, B, A, 4],
] as const;
/** The steps of the function `final`. */
const FINAL_STEPS = [
  [C, B, 14],
  [A, C, 11],
  [B, A, 25],
  [C, B, 16],
  [A, C, 4],
  [B, A, 14],
  [C, B, 24],
] as const;

const rotate = (x: number, bits: number): number => (x << bits) | (x >>> (32 - bits));

/** Three numbers of 32 bits. */
type State = [number, number, number];

function mix(state: State): void {
  for (const [x, y, z, bits] of MIX_STEPS) {
    state[x] = (state[x] - state[y]) ^ rotate(state[y], bits);
    state[y] = (state[y] + state[z]) | 0;
  }
}

function undoMix(state: State): void {
  for (const [x, y, z, bits] of MIX_STEPS.toReversed()) {
    state[y] = (state[y] - state[z]) | 0;
    state[x] = ((state[x] ^ rotate(state[y], bits)) + state[y]) | 0;
  }
}

function finish(state: State): void {
  for (const [x, y, bits] of FINAL_STEPS) state[x] = ((state[x] ^ state[y]) - rotate(state[y], bits)) | 0;
}

function undoFinish(state: State): void {
  for (const [x, y, bits] of FINAL_STEPS.toReversed()) state[x] = (state[x] + rotate(state[y], bits)) ^ state[y];
}

/**
 * Returns another UUID with the same hash. The hash consists of the last two of three numbers, so the function changes
 * the first one and computes the UUID that leads to it.
 */
export function findEqualHash(uuid: string): string {
  const numbers = new Int32Array(Uint8Array.from(Buffer.from(uuid.replaceAll('-', ''), 'hex')).buffer);
  const [a = 0, b = 0, c = 0, last = 0] = numbers;
  const state: State = [START + a, START + b, START + c];
  mix(state);
  state[A] += last;
  finish(state);
  state[A] += 1;
  undoFinish(state);
  state[A] -= last;
  undoMix(state);
  numbers.set(state.map((number) => number - START));
  return Buffer.from(numbers.buffer)
    .toString('hex')
    .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}
