/** Names of members, headers, settings and options whose values are secrets. Pure, in linear time. */

/** Normalized names of members whose value is a secret. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  ...['auth', 'pin', 'pwd', 'pass', 'jwt', 'otp', 'totp', 'mfa', 'dsn', 'sid', 'csrf', 'xsrf', 'cvv', 'cvc', 'sas'],
  ...['connectsid', 'phpsessid', 'jsessionid', 'aspsessionid', 'xauthkey', 'mnemonic', 'seedphrase', 'recoverycode'],
]);

/** Parts of normalized names of members whose value is a secret. */
const SECRET_PARTS = [
  ...['passwd', 'passw[oö]r[dt]', 'passphrase', 'passcode', 'pgpass', 'authorization', 'credential', 'sessionid'],
  ...['connectionstring', 'webhookurl', 'privatekey', 'clientkeydata', 'sharedaccess'],
  '(?:api|access|account|auth|client|consumer|deploy|encryption|license|master|service|session|shared|signing)key',
  '(?:ssh|storage|subscription|webhook)key',
  '(?:token|signature|apppass|userpwd|dbpass|dbpwd)$|bearertoken',
];

/**
 * Matches the normalized form of a name without spaces whose value is a secret. `secret`, `cookie` and `bearer`, which
 * also occur in titles, count anywhere in such a name (`APP_SECRET_2`), except in words such as `secretary`.
 */
const SECRET_NAME = new RegExp([...SECRET_PARTS, 'passw', 'secret(?!ar(?:y|ies|iat))', 'cookie', 'bearer'].join('|'));

/**
 * Matches the normalized form of a name of several words whose value is a secret. Here `secret`, `cookie` and `bearer`
 * count only as the last word or next to certain other words, so `The Secret Garden` does not match.
 */
const SECRET_PHRASE = new RegExp(
  [
    ...[...SECRET_PARTS, '(?:secret|cookie|bearer)s?$', 'secret(?:accesskey|key|value)', 'cookie(?:header|value)'],
    '(?:api|app|application|auth|client|consumer|jwt|oauth|shared|signing|user|webhook)secret',
  ].join('|'),
);

/** Returns whether a member with this name contains a secret. Accepts any spelling (`API-Key`, `apiKey`, `ａｐｉ_key`). */
export function isSecretName(name: string): boolean {
  const plain = normalizeName(name);
  if (SECRET_NAMES.has(plain)) return true;
  if (!/\s/.test(name.trim())) return SECRET_NAME.test(plain);
  return SECRET_PHRASE.test(plain) || SECRET_PHRASE.test(normalizeName(withoutDetail(name)));
}

/**
 * Removes what follows the name of a secret. Returns `Stripe secret` for `Stripe secret (live)`, and also for
 * `Stripe secret 2 for Ada`.
 */
function withoutDetail(name: string): string {
  const words = name.split(/\s/).filter((word) => word !== '');
  const end = words.findIndex((word) => /^(?:[([]|\d+$|(?:for|von|für)$)/i.test(word));
  return words.slice(0, end === -1 ? words.length : end).join(' ');
}

function normalizeName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Normalized names of members that can label another member of the same object as a secret: `name` in `{ name:
 * 'Authorization', value: '…' }`.
 */
const LABEL_MEMBERS: ReadonlySet<string> = new Set([
  ...['name', 'key', 'header', 'field', 'param', 'parameter', 'variable', 'option', 'k'],
]);
/** Normalized names of members that contain the labelled secret: `value` in the same example. */
const VALUE_MEMBERS: ReadonlySet<string> = new Set([
  ...['value', 'values', 'val', 'v', 'content', 'data', 'default', 'text', 'raw', 'string'],
]);

/**
 * Returns a function that tells whether a member of the object contains a secret. It does if the member is in
 * `VALUE_MEMBERS`, and `isSecretName` accepts the text of a member in `LABEL_MEMBERS`.
 */
export function createLabelCheck(object: object): (member: string) => boolean {
  const namesSecret = Object.entries(object).some(
    ([member, text]: [string, unknown]) =>
      typeof text === 'string' && LABEL_MEMBERS.has(normalizeName(member)) && isSecretName(text),
  );
  return (member) => namesSecret && VALUE_MEMBERS.has(normalizeName(member));
}

const COMMAND_OPTION = /^--?[\w-]+$/;
/** Normalized names of headers whose value is a secret. In a list of raw headers, each name precedes its value. */
const SECRET_HEADERS: ReadonlySet<string> = new Set([
  ...['authorization', 'proxyauthorization', 'cookie', 'setcookie', 'xapikey', 'xauthtoken', 'xamzsecuritytoken'],
]);

/** Options of curl whose argument is a user with a password. Other commands have these options without a password. */
const USER_OPTION = /^(?:-[uU]|--(?:proxy-)?user)$/;
const USER_WITH_PASSWORD = /^[^:]{0,128}:(?!\/\/)/;

/**
 * Returns whether the element of a list is a secret because of the element before it: `['--password', '…']`,
 * `['Cookie', '…', 'Host', '…']`, `['-u', 'ada:…']`, and pairs such as `['api_key', '…']`. `length` is the length of
 * the list.
 */
export function isSecretElement(element: unknown, previous: unknown, length: number): boolean {
  if (typeof previous !== 'string') return false;
  if (USER_OPTION.test(previous)) return typeof element === 'string' && USER_WITH_PASSWORD.test(element);
  if (COMMAND_OPTION.test(previous)) return isSecretName(previous);
  return length === 2 ? isSecretName(previous) : SECRET_HEADERS.has(normalizeName(previous));
}
