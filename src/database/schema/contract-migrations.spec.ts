import { findIncompatible, oldestReleaseOf } from './contract-migrations';

test.each([
  ['DeriveAgain1763700000092', null],
  ['ContractSince0_3_0DropTitles1763700000123', '0.3.0'],
  ['ContractSince10_0_12DropTitles1763700000123', '10.0.12'],
  ['Contractors1763700000123', null],
])('the oldest release that works after the migration %s is %s', (migration, release) => {
  expect(oldestReleaseOf(migration)).toBe(release);
});

test.each([
  ['0.2.9', true],
  ['0.3.0', false],
  ['0.3.1', false],
  ['0.10.0', false],
  ['1.0.0', false],
])('a migration that requires release 0.3.0 excludes a server of release %s: %s', (release, isExcluded) => {
  const migrations = ['AddNotes1763700000122', 'ContractSince0_3_0DropTitles1763700000123'];
  expect(findIncompatible(migrations, release)).toBe(isExcluded ? migrations[1] : undefined);
});

test('of several incompatible migrations, the one that requires the newest release is found', () => {
  const migrations = ['ContractSince0_3_0DropTitles1', 'ContractSince0_10_0DropYears2', 'ContractSince0_4_0DropTags3'];
  expect(findIncompatible(migrations, '0.2.0')).toBe(migrations[1]);
});
