import { Problem } from '../../common/problems/problem';
import { Passwords } from './passwords';

test('a password for an unknown name can be checked after the queue of hashes was full', async () => {
  const passwords = new Passwords();
  // Four hashes are computed at the same time, and 64 wait.
  const queued = Array.from({ length: 68 }, () => passwords.hash('x'));
  await expect(passwords.hash('x')).rejects.toBeInstanceOf(Problem);
  // The first check for an unknown name computes a hash to compare with, and only then enters the queue. Meanwhile the
  // queue may get a free place. So this check may succeed or fail.
  await passwords.matches('x', null).catch((error: unknown) => expect(error).toBeInstanceOf(Problem));
  await Promise.all(queued);
  expect(await passwords.matches('x', null)).toBe(false);
});
