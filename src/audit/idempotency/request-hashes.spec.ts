import { hashCanonicalJson } from '../../common/json/canonical-json';
import { loadConfig } from '../../common/config/config';
import { RequestHashes } from './request-hashes';

const [SECRET, OTHER] = ['Qk3rT9vXw2LmZp8sNc5yHb7dJf4gUa6e', 'b8Yc5Hs0GjFa2Ue9To3q7Kd93Lm2Xv8T'] as const;
const KEY = { owner_user_id: 'ada', route: 'runs', idempotency_key: 'first' };
const CONTENT = { runId: '1', request: { arguments: { pin: '1234' } } };

function createHashes(secret: string, accepted = ''): RequestHashes {
  const environment = { NODE_ENV: 'test', JWT_SECRET: 'x7Wn6Rb1Yc5Hs0GjFa2Ue9To3q7Kd93L' };
  return new RequestHashes(loadConfig({ ...environment, CURSOR_SECRET: secret, CURSOR_SECRETS_ACCEPTED: accepted }));
}

it('matches only the same request of the same user with the same key', () => {
  const hashes = createHashes(SECRET);
  const stored = hashes.hash(KEY, CONTENT);
  expect(hashes.matches(stored, KEY, { request: CONTENT.request, runId: '1' })).toBe(true);
  expect(hashes.matches(stored, KEY, { ...CONTENT, runId: '2' })).toBe(false);
  for (const changed of [{ owner_user_id: 'bob' }, { route: 'tool-calls' }, { idempotency_key: 'second' }]) {
    expect(hashes.hash({ ...KEY, ...changed }, CONTENT)).not.toBe(stored);
    expect(hashes.matches(stored, { ...KEY, ...changed }, CONTENT)).toBe(false);
  }
});

it('matches hashes of an earlier secret while that secret is accepted', () => {
  const stored = createHashes(SECRET).hash(KEY, CONTENT);
  expect(createHashes(OTHER).hash(KEY, CONTENT)).not.toBe(stored);
  expect(createHashes(OTHER, SECRET).matches(stored, KEY, CONTENT)).toBe(true);
  expect(createHashes(OTHER).matches(stored, KEY, CONTENT)).toBe(false);
});

it('matches the hashes without a key that release 0.1.0 stored', () => {
  const stored = hashCanonicalJson(CONTENT);
  expect(createHashes(SECRET).matches(stored, KEY, CONTENT)).toBe(true);
  expect(createHashes(SECRET).matches(stored, KEY, { ...CONTENT, runId: '2' })).toBe(false);
});
