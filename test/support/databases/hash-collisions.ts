/** Finds texts for which the PostgreSQL function `hashtextextended` returns the same number. */

/** Number of bytes of a block. The hash function reads a text block by block. */
const BLOCK = 12;
const DIGITS = Buffer.from('0123456789abcdefghijklmnopqrstuvwxyz', 'latin1');
/** Whether a byte is a printable ASCII character, but no space and no capital letter. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte > 0x20 && byte < 0x7f && (byte < 0x41 || byte > 0x5a)),
);

const rotate = (x: number, bits: number): number => (x << bits) | (x >>> (32 - bits));

/** The numbers of bits by which `mix` rotates. It does the same steps twice, with other rotations. */
const MIX_ROTATIONS = [
  { first: 4, second: 6, third: 8 },
  { first: 16, second: 19, third: 4 },
];

/** The function `mix` of PostgreSQL (`hashfn.c`). Changes the three numbers of a state. */
function mix(state: Int32Array): void {
  let [a = 0, b = 0, c = 0] = [state[0], state[1], state[2]];
  for (const { first, second, third } of MIX_ROTATIONS) {
    a = (a - c) ^ rotate(c, first);
    c = (c + b) | 0;
    b = (b - a) ^ rotate(a, second);
    a = (a + c) | 0;
    c = (c - b) ^ rotate(b, third);
    b = (b + a) | 0;
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
}

/** Returns the state before the first block of a text of two blocks. */
function initialState(seed: bigint): Int32Array {
  const start = 0x9e3779b9 + 2 * BLOCK + 3923095;
  const state = Int32Array.of(start, start, start);
  if (seed !== 0n) {
    state[0] = start + Number(BigInt.asIntN(32, seed >> 32n));
    state[1] = start + Number(BigInt.asIntN(32, seed));
    mix(state);
  }
  return state;
}

/** Adds each of the three numbers of a block to the number at the same place of a state. */
function add(state: Int32Array, block: Int32Array): void {
  for (let index = 0; index < 3; index++) state[index] = (state[index] ?? 0) + (block[index] ?? 0);
}

/** Changes the digits of a block from `from` on to the next number. Returns false after the last number. */
function increment(block: Uint8Array, from: number): boolean {
  for (let index = BLOCK - 1; index >= from; index--) {
    const digit = DIGITS.indexOf(block[index] ?? 0) + 1;
    block[index] = DIGITS[digit % DIGITS.length] ?? 0;
    if (digit < DIGITS.length) return true;
  }
  return false;
}

/**
 * Returns a text of 24 characters that begins with `prefix`, and whose hash with `seed` is the hash of `target` with
 * `targetSeed`. `target` has 24 ASCII characters. Takes some seconds: for each first block, computes the only second
 * block that leads to this hash, until the second block has only the characters of `IS_PLAIN`.
 */
export function findCollision(target: string, targetSeed: bigint, prefix: string, seed: bigint): string {
  const blocks = new Int32Array(Uint8Array.from(Buffer.from(target, 'latin1')).buffer);
  const end = initialState(targetSeed);
  add(end, blocks.subarray(0, 3));
  mix(end);
  add(end, blocks.subarray(3));
  const initial = initialState(seed);
  const first = Uint8Array.from(Buffer.from(prefix.padEnd(BLOCK, '0'), 'latin1'));
  const firstNumbers = new Int32Array(first.buffer);
  const state = new Int32Array(3);
  const second = new Int32Array(3);
  const secondBytes = new Uint8Array(second.buffer);
  do {
    state.set(initial);
    add(state, firstNumbers);
    mix(state);
    for (let index = 0; index < 3; index++) second[index] = (end[index] ?? 0) - (state[index] ?? 0);
    if (secondBytes.every((byte) => IS_PLAIN[byte] === 1))
      return Buffer.concat([first, secondBytes]).toString('latin1');
  } while (increment(first, prefix.length));
  throw new Error('No collision was found.');
}
