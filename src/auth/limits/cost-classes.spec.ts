import { costOfRequest } from './cost-classes';

test.each([
  ['write', { 'content-length': '262144' }, 'write'],
  ['write', { 'content-length': '262145' }, 'large-write'],
  ['write', { 'transfer-encoding': 'chunked' }, 'large-write'],
  ['write', {}, 'write'],
  ['import', { 'transfer-encoding': 'chunked' }, 'import'],
  ['read', { 'content-length': '300000' }, 'read'],
] as const)('a %s with the headers %j has the class %s', (cost, headers, expected) => {
  expect(costOfRequest(cost, { headers })).toBe(expected);
});
