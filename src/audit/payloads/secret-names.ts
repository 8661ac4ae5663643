/** Names of members, headers, settings and options whose values are secrets. Pure, in linear time. */

/** Normalized names of members whose value is a secret. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  ...['auth', 'pin', 'pwd', 'pass', 'jwt', 'otp', 'totp', 'mfa', 'dsn', 'sid', 'csrf', 'xsrf', 'cvv', 'cvc', 'sas'],
  ...['connectsid', 'phpsessid', 'jsessionid', 'aspsessionid', 'xauthkey', 'mnemonic', 'seedphrase', 'recoverycode'],
]);

/** Parts of normalized names of members whose value is a secret. */
const SECRET_PART = new RegExp(
  [
    ...['passw', 'passphrase', 'passcode', 'pgpass', 'secret', 'authorization', 'credential', 'cookie', 'bearer'],
    ...['sessionid', 'connectionstring', 'webhookurl', 'privatekey', 'clientkeydata', 'sharedaccess'],
    '(?:api|access|account|auth|client|consumer|deploy|encryption|license|master|service|session|shared|signing)key',
    '(?:ssh|storage|subscription|webhook)key',
    '(?:token|signature|apppass|userpwd|dbpass|dbpwd)$',
  ].join('|'),
);

/**
 * Returns whether the value of a member with this name is treated as a secret. Accepts any spelling (`API-Key`,
 * `apiKey`, `ａｐｉ_key`).
 */
export function isSecretName(name: string): boolean {
  const plain = normalizeName(name);
  return SECRET_NAMES.has(plain) || SECRET_PART.test(plain);
}

function normalizeName(name: string): string {
  return name
    .slice(0, 256)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Members that can contain the name of a secret in the same object: `{ name: 'Authorization', value: '…' }`. */
const LABEL_MEMBERS = ['name', 'key', 'header', 'field', 'param', 'parameter', 'variable', 'option', 'k'];
/** Members that contain the secret in such an object. */
const VALUE_MEMBERS: ReadonlySet<string> = new Set([
  ...['value', 'values', 'val', 'v', 'content', 'data', 'default', 'text', 'raw', 'string'],
]);

/** Returns a function that returns whether a member of the object contains the secret that another member names. */
export function createLabelCheck(object: object): (member: string) => boolean {
  const namesSecret = LABEL_MEMBERS.some((label) => {
    const text: unknown = Object.hasOwn(object, label) ? (object as Record<string, unknown>)[label] : undefined;
    return typeof text === 'string' && isSecretName(text);
  });
  return (member) => namesSecret && VALUE_MEMBERS.has(member.toLowerCase());
}

const COMMAND_OPTION = /^--?[\w-]{1,64}$/;
/**
 * Normalized names of headers whose value is a secret. In a list of raw headers, each name is followed by its value.
 */
const SECRET_HEADERS: ReadonlySet<string> = new Set([
  ...['authorization', 'proxyauthorization', 'cookie', 'setcookie', 'xapikey', 'xauthtoken', 'xamzsecuritytoken'],
]);

/**
 * Returns whether the element of a list after `element` is a secret: `['--password', '…']`, `['Cookie', '…', 'Host',
 * '…']`, and pairs such as `['api_key', '…']`. `length` is the length of the list.
 */
export function isNameOfNextSecret(element: unknown, length: number): boolean {
  if (typeof element !== 'string' || element.length > 256) return false;
  if (COMMAND_OPTION.test(element)) return isSecretName(element);
  return length === 2 ? isSecretName(element) : SECRET_HEADERS.has(normalizeName(element));
}
