/** Names of members, headers, settings and options whose values are secrets. Pure, in linear time. */

/** Names that are secret as a whole, in the form that `plainName` returns. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  ...['auth', 'pin', 'pwd', 'pass', 'jwt', 'otp', 'totp', 'mfa', 'dsn', 'sid', 'csrf', 'xsrf', 'cvv', 'cvc', 'sas'],
  ...['connectsid', 'phpsessid', 'jsessionid', 'aspsessionid', 'xauthkey', 'mnemonic', 'seedphrase', 'recoverycode'],
]);

/** Parts of names that make them secret. */
const SECRET_PART = new RegExp(
  [
    ...['passw', 'passphrase', 'passcode', 'pgpass', 'secret', 'authorization', 'credential', 'cookie', 'bearer'],
    ...['sessionid', 'connectionstring', 'webhookurl', 'privatekey', 'clientkeydata', 'sharedaccess'],
    '(?:api|access|account|auth|client|consumer|deploy|encryption|license|master|service|session|shared|signing)key',
    '(?:ssh|storage|subscription|webhook)key',
    '(?:token|signature|apppass|userpwd|dbpass|dbpwd)$',
  ].join('|'),
);

/** Whether a member with this name is treated as a secret, in any spelling (`API-Key`, `apiKey`, `ａｐｉ_key`). */
export function isSecretName(name: string): boolean {
  const plain = plainName(name);
  return SECRET_NAMES.has(plain) || SECRET_PART.test(plain);
}

function plainName(name: string): string {
  return name
    .slice(0, 256)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Members whose text names what the other members of the object contain: `{ name: 'Authorization', value: '…' }`. */
const LABELS = ['name', 'key', 'header', 'field', 'param', 'parameter', 'variable', 'option', 'k'];
/** The members that such a label is about. */
const LABELLED: ReadonlySet<string> = new Set([
  ...['value', 'values', 'val', 'v', 'content', 'data', 'default', 'text', 'raw', 'string'],
]);

/** Whether the value of a member is the secret that a label beside it names. */
export function isLabelledSecret(object: object): (member: string) => boolean {
  const named = LABELS.some((label) => {
    const text: unknown = Object.hasOwn(object, label) ? (object as Record<string, unknown>)[label] : undefined;
    return typeof text === 'string' && isSecretName(text);
  });
  return (member) => named && LABELLED.has(member.toLowerCase());
}

const OPTION = /^--?[\w-]{1,64}$/;
/** Names of headers that stand before their value in flat lists of raw headers. */
const HEADERS: ReadonlySet<string> = new Set([
  ...['authorization', 'proxyauthorization', 'cookie', 'setcookie', 'xapikey', 'xauthtoken', 'xamzsecuritytoken'],
]);

/**
 * Whether the element of a list after `element` is a secret: `['--password', '…']`, `['Cookie', '…', 'Host', '…']`, and
 * pairs such as `['api_key', '…']`.
 */
export function namesNextElement(element: unknown, length: number): boolean {
  if (typeof element !== 'string' || element.length > 256) return false;
  if (OPTION.test(element)) return isSecretName(element);
  return length === 2 ? isSecretName(element) : HEADERS.has(plainName(element));
}
