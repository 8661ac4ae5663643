import { Problem } from '../../common/problems/problem';
import { Passwords } from './passwords';

test('after the queue of password hashes was full, the password of an unknown name can be checked', async () => {
  const passwords = new Passwords();
  // Four hashes are computed and 64 wait.
  const queued = Array.from({ length: 68 }, () => passwords.hash('x'));
  await expect(passwords.hash('x')).rejects.toBeInstanceOf(Problem);
  // The first check computes the hash for unknown names before it enters the queue. Meanwhile a place may become free.
  await passwords.matches('x', null).catch((error: unknown) => expect(error).toBeInstanceOf(Problem));
  await Promise.all(queued);
  expect(await passwords.matches('x', null)).toBe(false);
});
