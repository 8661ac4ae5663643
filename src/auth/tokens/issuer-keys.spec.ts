import { Logger } from '@nestjs/common';
import {
  type IssuerKey,
  type KeyServer,
  lookUpKey,
  makeKey,
  startKeyServer,
} from '../../../test/support/accounts/key-server';
import { IssuerKeys } from './issuer-keys';

const MINUTE = 60_000;
const FIRST = makeKey('first', 'RS256');
const SECOND = makeKey('second', 'ES256');

let server: KeyServer;
let time: number;
let keys: IssuerKeys;

beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  server = await startKeyServer([FIRST]);
  time = 1000;
  keys = new IssuerKeys(server.url, () => time);
});
afterEach(() => server.close());

/** Returns `found`, the code of a refusal, or the status of a problem. */
const lookUp = (key: Pick<IssuerKey, 'kid' | 'alg'> = FIRST): Promise<string | number> => lookUpKey(keys, key);

const madeUp = (index: number): Pick<IssuerKey, 'kid' | 'alg'> => ({ kid: `made-up ${index}`, alg: 'RS256' });

test('made-up key ids never block a valid token and cause at most six requests a minute', async () => {
  for (let index = 0; index < 600; index += 1) {
    time += 100;
    expect(await lookUp(madeUp(index))).toBe('unknown-key');
    expect(await lookUp()).toBe('found');
  }
  // The first look-up of the test fetches the set, in addition to the six fetches of the minute.
  expect(server.requests).toBeLessThanOrEqual(7);
  // The set is older than ten minutes, so it is fetched again.
  time += 11 * MINUTE;
  expect(await lookUp()).toBe('found');
});

test('a key id that the issuer does not have causes one fetch a minute', async () => {
  await lookUp();
  for (let second = 0; second < 59; second += 1) {
    time += 1000;
    expect(await lookUp(madeUp(1))).toBe('unknown-key');
  }
  expect(server.requests).toBe(2);
});

test('requests that need a key set at the same time share one fetch', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => lookUp(index === 0 ? FIRST : madeUp(index))),
  );
  expect(answers.filter((answer) => answer === 'found')).toHaveLength(1);
  expect(server.requests).toBe(1);
});

test('a new key is found ten seconds after the last fetch, even while made-up key ids are looked up', async () => {
  await lookUp();
  server.keys = [FIRST, SECOND];
  time += 9999;
  expect(await lookUp(SECOND)).toBe('unknown-key');
  time += 1;
  expect(await Promise.all([lookUp(madeUp(1)), lookUp(SECOND)])).toEqual(['unknown-key', 'found']);
});

test('a key that the issuer has withdrawn is refused as soon as the key set is ten minutes old', async () => {
  server.keys = [FIRST, SECOND];
  expect(await lookUp(SECOND)).toBe('found');
  server.keys = [FIRST];
  time += 10 * MINUTE + 1;
  expect(await lookUp(SECOND)).toBe('unknown-key');
});

test.each<[string, KeyServer['fault']]>([
  ['an error', { status: 500 }],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
  ['a body that is not JSON', { status: 200, body: '<html>' }],
  ['an object without keys', { status: 200, body: '{}' }],
  ['an empty set', { status: 200, body: '{"keys":[]}' }],
  ['a set with a member that is not a key', { status: 200, body: '{"keys":[null]}' }],
  ['a set that is too large', { status: 200, body: `{"keys":[],"x":"${'x'.repeat(300_000)}"}` }],
])('while the issuer answers with %s, the last key set stays in use for a day', async (_, fault) => {
  await lookUp();
  server.fault = fault;
  for (let hour = 1; hour < 24; hour += 1) {
    time += 60 * MINUTE;
    expect(await lookUp()).toBe('found');
    // The issuer may have added this key since the last fetch. So the token gets 502 and is not refused.
    expect(await lookUp(SECOND)).toBe(502);
  }
  time += 61 * MINUTE;
  expect(await lookUp()).toBe(502);
  server.fault = null;
  time += MINUTE;
  expect(await lookUp()).toBe('found');
});

test('the key set of an issuer that always fails is fetched at growing intervals, and its tokens get 502', async () => {
  server.fault = { status: 500 };
  for (let second = 0; second < 600; second += 1) {
    expect(await lookUp()).toBe(502);
    time += 1000;
  }
  expect(server.requests).toBeLessThan(30);
  await expect(keys.findKey(FIRST.kid, FIRST.alg)).rejects.toMatchObject({
    headers: { 'Retry-After': expect.any(String) },
  });
});

test('RSA keys of less than 2,048 bits and keys for another algorithm are refused', async () => {
  server.keys = [makeKey('weak', 'RS256', 1024), makeKey('short', 'RS256', 2040), FIRST, SECOND];
  expect(await lookUp({ kid: 'weak', alg: 'RS256' })).toBe('weak-key');
  expect(await lookUp({ kid: 'short', alg: 'RS256' })).toBe('weak-key');
  expect(await lookUp({ kid: SECOND.kid, alg: 'RS256' })).toBe('wrong-algorithm');
  expect([await lookUp(FIRST), await lookUp(SECOND)]).toEqual(['found', 'found']);
});
