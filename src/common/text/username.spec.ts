import { toUsernameKey, toUsernameSkeleton } from './username';

test.each([
  ['admin', '\u0430dmin'],
  ['admin', '\u0251dmin'],
  ['admin', 'adm\u0131n'],
  ['paypal', '\u0440\u0430\u0443\u0440\u0430l'],
  ['cope', '\u0441\u043e\u0440\u0435'],
  ['user1', 'userl'],
  ['user0', 'userO'],
  ['modern', 'rnodern'],
  ['Am\u00e9lie', 'Ame\u0301lie'],
  ['fish', '\ufb01sh'],
])('%s and %s look alike', (one, other) => expect(toUsernameSkeleton(one)).toBe(toUsernameSkeleton(other)));

test.each([
  ['admin', 'admins'],
  ['Amelie', 'Am\u00e9lie'],
  ['user1', 'user2'],
  ['\u540d\u524d', '\u540d'],
  ['\u0410\u043b\u0435\u043a\u0441\u0435\u0439', 'Aleksei'],
  // A reader can tell these spellings apart: Weiss and Weiß are two surnames.
  ['weiss', 'wei\u00df'],
  ['\u03bd\u03af\u03ba\u03bf\u03c2', '\u03bd\u03af\u03ba\u03bf\u03c3'],
])('%s and %s do not look alike', (one, other) => expect(toUsernameSkeleton(one)).not.toBe(toUsernameSkeleton(other)));

test('a name in capital letters has the key of its usual spelling, also with \u00df and a final sigma', () => {
  expect(toUsernameKey('\u039d\u038a\u039a\u039f\u03a3')).toBe(toUsernameKey('\u03bd\u03af\u03ba\u03bf\u03c2'));
  expect(toUsernameKey('WEI\u1e9e')).toBe(toUsernameKey('wei\u00df'));
  expect(toUsernameKey('weiss')).not.toBe(toUsernameKey('wei\u00df'));
});

test('Grace and GRACE have the same key, and grace and Grace have the same skeleton', () => {
  expect(toUsernameKey('Grace')).toBe(toUsernameKey('GRACE'));
  expect(toUsernameSkeleton('grace')).toBe(toUsernameSkeleton('Grace'));
});
