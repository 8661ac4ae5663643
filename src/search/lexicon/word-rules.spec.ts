import { createHash } from 'node:crypto';
import { spellingDeletesOf } from '../spelling/spelling-deletes';
import { spellingKeys } from '../spelling/spelling-keys';
import { WORD_RULES } from './word-rules';

/**
 * The version of the rules, and a digest of the spelling deletes and keys of `WORDS`. If the test fails, the rules
 * derive other deletes or keys. Then raise `WORD_RULES`, unless this release has raised it already, and write the new
 * digest here. Otherwise rows of the previous release keep their old deletes and keys, and misspelled searches do not
 * find their words.
 */
const DERIVED = { rules: 1, digest: 'd31ee32e37a1eb60' };

const WORDS = [
  'up',
  'war',
  'caligari',
  'knight',
  'café',
  'москва',
  '卡里加里博士',
  'psychopharmacologically',
  'x'.repeat(25),
];

test('the version of the rules is raised when they derive other spelling deletes or keys', () => {
  const derived = JSON.stringify(WORDS.map((word) => [spellingDeletesOf(word), spellingKeys(word)]));
  const digest = createHash('sha256').update(derived).digest('hex').slice(0, 16);
  expect({ rules: WORD_RULES, digest }).toEqual(DERIVED);
});
