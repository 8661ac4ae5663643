import { Problem } from '../../common/problems/problem';
import { Passwords } from './passwords';

test('after a full queue has refused the password of an unknown name, the next one is checked', async () => {
  const passwords = new Passwords();
  const queued = Array.from({ length: 68 }, () => passwords.hash('x'));
  await expect(passwords.hash('x')).rejects.toBeInstanceOf(Problem);
  await passwords.matches('x', null).catch((error: unknown) => expect(error).toBeInstanceOf(Problem));
  await Promise.all(queued);
  expect(await passwords.matches('x', null)).toBe(false);
});
