/**
 * The hash of an id that decides its shard: PostgreSQL's `uuid_hash`, which Citus uses for columns of type `uuid`. This
 * is the hash "lookup3" by Bob Jenkins (public domain), for 16 bytes.
 */

const BYTES = 16;
const SEED = (0x9e3779b9 + BYTES + 3_923_095) | 0;

/** Returns the hash of a UUID: an integer from -2^31 to 2^31 - 1. */
export function shardHash(uuid: string): number {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  const word = (index: number): number => bytes.readInt32LE(index * 4);
  let a = (SEED + word(0)) | 0;
  let b = (SEED + word(1)) | 0;
  let c = (SEED + word(2)) | 0;

  a = ((a - c) ^ rotate(c, 4)) | 0;
  c = (c + b) | 0;
  b = ((b - a) ^ rotate(a, 6)) | 0;
  a = (a + c) | 0;
  c = ((c - b) ^ rotate(b, 8)) | 0;
  b = (b + a) | 0;
  a = ((a - c) ^ rotate(c, 16)) | 0;
  c = (c + b) | 0;
  b = ((b - a) ^ rotate(a, 19)) | 0;
  a = (a + c) | 0;
  c = ((c - b) ^ rotate(b, 4)) | 0;
  b = (b + a) | 0;

  a = (a + word(3)) | 0;

  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  return ((c ^ b) - rotate(b, 24)) | 0;
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
