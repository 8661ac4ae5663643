import fc from 'fast-check';
import { AuditKeys, type KeyedHash, NO_KEYED_HASH } from './audit-keys';
import { type ChainHead, type ChainRecord, ChainWalk, UNSIGNED_HEAD } from './chain-walk';
import { CHAIN_GENESIS, hashRecord } from './hash-chain';

const KEY = 'mR2vXq9LbT7wZc4HnY8sKd3FpG6jUa1E';
const OTHER = 'Wq5tBz8PxV2nCk7RjM4hLs9YdG3fUe6A';
const keys = new AuditKeys({ key: KEY, accepted: [] });
const unkeyed = new AuditKeys({ key: undefined, accepted: [] });

const textOf = ({ sequence, hash }: Pick<ChainRecord, 'sequence' | 'hash'>): string => `record ${sequence} ${hash}`;
const headText = (length: number, hash: string): string => `head ${length} ${hash}`;

interface Chain {
  readonly records: readonly ChainRecord[];
  readonly head: ChainHead;
}

/** Returns a chain whose records and head are signed with `auditKeys`. */
function chainOf(texts: readonly string[], auditKeys: AuditKeys = keys): Chain {
  let previous = CHAIN_GENESIS;
  const records = texts.map((record, index) => {
    const hashed = { sequence: index + 1, record, previous_hash: previous, hash: hashRecord(previous, record) };
    previous = hashed.hash;
    return { ...hashed, ...auditKeys.sign(textOf(hashed)) };
  });
  const text = headText(records.length, previous);
  const keyedHash = auditKeys.sign(text);
  return { records, head: { length: records.length, hash: previous, textOf: headText, keyedHash } };
}

function failureOf({ records, head }: Chain, auditKeys: AuditKeys = keys): string | null {
  const walk = new ChainWalk(auditKeys, textOf);
  for (const record of records) walk.add(record);
  return walk.findFailure(head);
}

const TEXTS = ['a', 'b', 'c', 'd', 'e'];
const VALID = chainOf(TEXTS);
const at = (index: number): ChainRecord => VALID.records[index] as ChainRecord;

describe('a chain of records', () => {
  it('is valid if nothing was changed, whatever the records contain', () => {
    fc.assert(fc.property(fc.array(fc.string()), (texts) => expect(failureOf(chainOf(texts))).toBeNull()));
  });

  it.each<[string, readonly ChainRecord[], number]>([
    ['a changed record', VALID.records.with(2, { ...at(2), record: 'x' }), 3],
    [
      'a changed record with its hash',
      VALID.records.with(2, { ...at(2), record: 'x', hash: hashRecord(at(1).hash, 'x') }),
      3,
    ],
    ['a changed keyed hash', VALID.records.with(1, { ...at(1), keyed_hash: at(2).keyed_hash }), 2],
    ['a keyed hash that is no hexadecimal text', VALID.records.with(1, { ...at(1), keyed_hash: '?' }), 2],
    ['a keyed hash without a key', VALID.records.with(1, { ...at(1), key_id: null }), 2],
    ['a removed record', VALID.records.toSpliced(1, 1), 2],
    ['a removed first record', VALID.records.slice(1), 1],
    ['the removal of the last records', VALID.records.slice(0, 3), 4],
    ['an inserted record', VALID.records.toSpliced(3, 0, at(2)), 4],
    ['an added record', [...VALID.records, { ...at(4), sequence: 6, previous_hash: at(4).hash }], 6],
    ['two records in another order', VALID.records.with(1, at(2)).with(2, at(1)), 2],
    ['the removal of all records', [], 1],
  ])('shows %s', (_, records, position) => {
    expect(failureOf({ ...VALID, records })).toBe(`Record ${position} is changed, missing or inserted.`);
  });

  it('shows by its keyed hashes that a record and all later hashes were changed', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), fc.nat(), fc.string(), (texts, place, replacement) => {
        const index = place % texts.length;
        fc.pre(texts[index] !== replacement);
        const [original, forged] = [chainOf(texts), chainOf(texts.with(index, replacement))];
        // An attacker can change the database but has no key, so the forged records keep the original keyed hashes.
        const records = forged.records.map((record, n) => ({
          ...record,
          keyed_hash: original.records[n]?.keyed_hash ?? '',
        }));
        expect(failureOf({ ...forged, records })).toBe(`Record ${index + 1} is changed, missing or inserted.`);
        const stripped = forged.records.map((record) => ({ ...record, ...NO_KEYED_HASH }));
        const head = { ...forged.head, keyedHash: original.head.keyedHash };
        expect(failureOf({ records: stripped, head })).toBe('The head does not match its keyed hash.');
      }),
    );
  });

  it('shows that its last records were removed and its head was changed to match', () => {
    const shorter = chainOf(TEXTS.slice(0, 3));
    const head = { ...shorter.head, keyedHash: VALID.head.keyedHash };
    expect(failureOf({ ...shorter, head })).toBe('The head does not match its keyed hash.');
    const stolen = { ...shorter.head, keyedHash: { key_id: at(2).key_id, keyed_hash: at(2).keyed_hash } };
    expect(failureOf({ ...shorter, head: stolen })).toBe('The head does not match its keyed hash.');
  });

  it('shows that its head is unsigned if a release without keyed hashes has appended records', () => {
    const appended = (count: number): Chain => {
      const longer = chainOf([...TEXTS, 'f', 'g'].slice(0, TEXTS.length + count), unkeyed);
      const records = longer.records.map((record, index) => ({ ...record, ...keyedHashAt(index) }));
      return { records, head: { ...longer.head, keyedHash: VALID.head.keyedHash } };
    };
    const keyedHashAt = (index: number): KeyedHash => VALID.records[index] ?? NO_KEYED_HASH;
    expect(failureOf(appended(1))).toBe(UNSIGNED_HEAD);
    expect(failureOf(appended(2))).toBe(UNSIGNED_HEAD);
    const { records, head } = appended(2);
    expect(failureOf({ records: records.with(4, { ...at(4), ...NO_KEYED_HASH }), head })).toBe(
      'The head does not match its keyed hash.',
    );
  });

  it('requires a keyed hash of its head by a configured key if the service has a key', () => {
    const unsigned = chainOf(TEXTS, unkeyed);
    expect(failureOf(unsigned)).toBe(UNSIGNED_HEAD);
    expect(failureOf(unsigned, unkeyed)).toBeNull();
    const foreign = chainOf(TEXTS, new AuditKeys({ key: OTHER, accepted: [] }));
    expect(failureOf(foreign)).toBe('The keyed hash of the head is of a key that is not configured.');
    expect(failureOf(foreign, new AuditKeys({ key: KEY, accepted: [OTHER] }))).toBeNull();
    expect(failureOf(foreign, unkeyed)).toBeNull();
  });

  it('can be checked from its third record onwards', () => {
    const walk = new ChainWalk(keys, textOf, { sequence: 2, hash: at(1).hash });
    for (const record of VALID.records.slice(2)) walk.add(record);
    expect(walk.findFailure(VALID.head)).toBeNull();
    expect(walk.records).toBe(3);
  });
});

describe('the keyed hash of a head', () => {
  it('is made only if the previous head is genuine', () => {
    const before = { text: 'before', keyedHash: keys.sign('before') };
    expect(keys.check('after', keys.signNextHead('after', before))).toBe('genuine');
    expect(keys.check('after', keys.signNextHead('after', null))).toBe('genuine');
    for (const keyedHash of [
      NO_KEYED_HASH,
      keys.sign('else'),
      new AuditKeys({ key: OTHER, accepted: [] }).sign('before'),
    ]) {
      expect(keys.signNextHead('after', { text: 'before', keyedHash })).toEqual(NO_KEYED_HASH);
    }
    const changed = new AuditKeys({ key: OTHER, accepted: [KEY] });
    expect(changed.signNextHead('after', before)).toEqual(changed.sign('after'));
  });

  it('is absent without a key', () => {
    expect(unkeyed.signNextHead('after', null)).toEqual(NO_KEYED_HASH);
    expect(unkeyed.currentId).toBeNull();
  });
});
