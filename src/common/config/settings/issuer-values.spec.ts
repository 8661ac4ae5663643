import { parseIssuerGrants, parseIssuers } from './issuer-values';

const ID = '5d3a6a1e-9f6c-4d8e-8a4e-0d5b7c1f2a3b';
const grant = (value: unknown): string => JSON.stringify({ 'https://i.example.org': { roles: { editor: value } } });

/** Returns the message with which a parser refuses a value. */
function refusalOf(parse: () => unknown): string {
  let message = '';
  try {
    parse();
  } catch (error) {
    ({ message } = error as Error);
  }
  expect(message).toMatch(/^must /);
  return message;
}

test('issuers are kept as written, without the spaces around them, and empty entries are ignored', () => {
  const issuers = ['https://one.example.org/', 'https://two.example.org', 'http://127.0.0.1:8080/realms/x'];
  expect(parseIssuers(` ${issuers.join(' , ')},`)).toEqual(issuers);
  expect(parseIssuers('')).toEqual([]);
});

test.each([
  'issuer',
  'http://one.example.org',
  'https://user:secret@one.example.org',
  'https://one.example.org?x=1',
  'https://one.example.org,https://one.example.org',
  // One more than the four issuers that are permitted, and one issuer that is too long.
  [1, 2, 3, 4, 5].map((number) => `https://${number}.example.org`).join(','),
  `https://one.example.org/${'x'.repeat(250)}`,
])('the issuers %j are refused, and the message does not repeat them', (value) => {
  expect(refusalOf(() => parseIssuers(value))).not.toContain(value);
});

test.each([
  [{}],
  [{ role: 'admin' }],
  [{ scopes: ['artifacts:write', `catalog:write:${ID}`], libraries: [ID] }],
  [{ libraries: 'all' }],
])('the grant %j is accepted', (value) => {
  expect(parseIssuerGrants(grant(value))).toEqual(JSON.parse(grant(value)));
});

test.each([
  // An account without the role admin has the role user, so a grant never names it.
  [{ role: 'user' }],
  [{ role: 'root' }],
  [{ scopes: 'artifacts:write' }],
  [{ scopes: ['everything'] }],
  [{ libraries: 'Films' }],
  [{ libraries: [ID.toUpperCase()] }],
  [{ libraries: ['00000000-0000-0000-0000-000000000000'] }],
  [{ canary: true }],
  [[]],
  ['admin'],
  [null],
])('the grant %j is refused, and the message does not repeat it', (value) => {
  expect(refusalOf(() => parseIssuerGrants(grant(value)))).not.toContain(JSON.stringify(value));
});

test.each([
  '[]',
  '{"https://i.example.org": []}',
  '{"https://i.example.org": {"roles": ["admin"]}}',
  '{"https://i.example.org": {}, "https://i.example.org": {}}',
])('the grants %s are refused', (value) => {
  expect(() => parseIssuerGrants(value)).toThrow(/^must /);
});

/** Returns grants for `count` values of a claim. The values are UUIDs. Each grant names two libraries of its own. */
function grantsOf(count: number): string {
  const uuid = (first: number): string => `${first.toString(16).padStart(8, '0')}-0000-4000-8000-000000000001`;
  const values = Array.from({ length: count }, (_, index) => {
    return [uuid(1_000 + index), { libraries: [uuid(2 * index + 1), uuid(2 * index + 2)] }];
  });
  return JSON.stringify({ 'https://i.example.org': { groups: Object.fromEntries(values) as object } });
}

test('grants name at most 200 libraries, and values of claims do not count as libraries', () => {
  expect(parseIssuerGrants(grantsOf(100))).toEqual(JSON.parse(grantsOf(100)));
  expect(() => parseIssuerGrants(grantsOf(101))).toThrow('must name at most 200 libraries');
});
