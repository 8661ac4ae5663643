import { isCommonPassword } from './password-strength';

test.each([
  ...['password', 'Password1', 'P@ssw0rd', 'PASSWORD123!', 'drowssap', 'qwertyuiop', '1q2w3e4r5t', 'asdfghjkl'],
  ...['12345678', '87654321', '11111111', 'abcdefgh', 'abcd1234', 'iloveyou', 'iloveyou2', 'letmein1', 'sunshine99'],
  ...['dragon12', 'football', 'demodemo', 'hunter2hunter2', 'admin123', 'administrator', 'welcome1', 'changeme'],
  'passwordpasswordpasswordpasswordpassword',
  'a'.repeat(256),
])('%s is common', async (password) => expect(await isCommonPassword(password)).toBe(true));

test.each([
  ...['correct horse battery staple', 'a good password', 'xkcd-936x', 'Tr0ub4dor&3', 'vKq9-Zt2m', 'ein gutes Kennwort'],
  ...[
    'пароль на русском языке',
    '密码是很长的一句话',
    'secret of user-4f7d1f9e-3f5b-4b2a-9a33-3f8a6c1d2e4b',
    'mTz4!qLw',
  ],
])('%s is not common', async (password) => expect(await isCommonPassword(password)).toBe(false));

test('rating a password of 256 code units takes less than a second of processor time', async () => {
  await isCommonPassword('warm');
  for (const part of ['p@ssw0rd', '1l!|i', 'a4@', 'l33t', '\u{1F600}', '$$5s']) {
    const started = process.cpuUsage();
    await isCommonPassword(part.repeat(256).slice(0, 256));
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(1000);
  }
});
