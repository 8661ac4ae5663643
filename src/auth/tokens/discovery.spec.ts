import { Logger } from '@nestjs/common';
import { type IssuerKey, lookUpKey, makeKey } from '../../../test/support/accounts/key-server';
import { type OidcServer, startOidcServer } from '../../../test/support/accounts/oidc-server';
import { IssuerKeys } from './issuer-keys';

const FIRST = makeKey('first', 'RS256');
const SECOND = makeKey('second', 'ES256');

let server: OidcServer;
let time: number;
let keys: IssuerKeys;

beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  server = await startOidcServer('/realm/', [FIRST]);
  time = 1000;
  keys = new IssuerKeys({ issuer: server.issuer }, () => time);
});
afterEach(() => server.close());

const lookUp = (key: Pick<IssuerKey, 'kid' | 'alg'> = FIRST): Promise<string | number> => lookUpKey(keys, key);

test('a new key is found ten seconds after the last fetch, and a withdrawn key is refused after the next fetch', async () => {
  expect(await lookUp()).toBe('found');
  server.keys = [FIRST, SECOND];
  expect(await lookUp(SECOND)).toBe('unknown-key');
  time += 10_000;
  expect([await lookUp(SECOND), await lookUp(FIRST)]).toEqual(['found', 'found']);
  server.keys = [SECOND];
  time += 601_000;
  expect([await lookUp(SECOND), await lookUp(FIRST)]).toEqual(['found', 'unknown-key']);
});

test('a key set at a new URL is used, and an invalid discovery document does not change the known keys', async () => {
  expect(await lookUp()).toBe('found');
  const movedServer = await startOidcServer('/moved', [SECOND]);
  try {
    server.document = { jwks_uri: movedServer.issuer + '/keys' };
    time += 601_000;
    expect(await lookUp(SECOND)).toBe('found');
    server.document = { issuer: 'https://elsewhere.example.org', jwks_uri: server.issuer + 'keys' };
    time += 601_000;
    expect([await lookUp(SECOND), await lookUp(FIRST)]).toEqual(['found', 502]);
  } finally {
    await movedServer.close();
  }
});

test('the last key set stays in use for a day while the issuer is down', async () => {
  expect(await lookUp()).toBe('found');
  await server.close();
  time += 23 * 3_600_000;
  expect(await lookUp()).toBe('found');
  time += 2 * 3_600_000;
  expect(await lookUp()).toBe(502);
});
