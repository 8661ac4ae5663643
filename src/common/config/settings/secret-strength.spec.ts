import { createHash } from 'node:crypto';
import { estimateEntropyBits, SECRET_MIN_BITS } from './secret-strength';

/** Bytes that look random and are the same in each run. */
const bytesOf = (seed: number, count: number): Buffer =>
  createHash('sha512').update(String(seed)).digest().subarray(0, count);

test.each([
  ['16 bytes as hexadecimal digits', (seed: number) => bytesOf(seed, 16).toString('hex')],
  ['32 bytes as hexadecimal digits', (seed: number) => bytesOf(seed, 32).toString('hex')],
  ['24 bytes as base64', (seed: number) => bytesOf(seed, 24).toString('base64')],
  ['48 bytes as base64url', (seed: number) => bytesOf(seed, 48).toString('base64url')],
])('random secrets have enough entropy: %s', (_, make) => {
  const bits = Array.from({ length: 5000 }, (_each, seed) => estimateEntropyBits(make(seed)));
  expect(Math.min(...bits)).toBeGreaterThan(SECRET_MIN_BITS);
});

test.each([
  'abcdefghijklmnopqrstuvwxyz0123456789',
  '01234567890123456789012345678901234567',
  'zyxwvutsrqponmlkjihgfedcba9876543210',
  'qwertyuiopasdfghjklzxcvbnmqwertyuiop',
  'correct horse battery staple correct horse',
  'thisisaverylongsecretthatnobodyguesses',
  'Qk3rT9vXQk3rT9vXQk3rT9vXQk3rT9vX',
  'ProductionServiceSigningSecretNumber12',
  'intelligence-read-model-production-key',
  'AAAAAAAAAABBBBBBBBBBCCCCCCCCCCDDDDDDDDDD',
  'the quick brown fox jumps over the lazy dog',
])('a secret that a person made up has too little entropy: %s', (secret) => {
  expect(estimateEntropyBits(secret)).toBeLessThan(SECRET_MIN_BITS);
});

test('the empty text has no entropy', () => expect(estimateEntropyBits('')).toBe(0));
