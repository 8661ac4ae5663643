import { Problem } from '../../common/problems/problem';

/**
 * All codes in the log that say why a token is refused. The answer is the same for all codes, except that the challenge
 * of `no-bearer-token` contains no `error`.
 */
export const TOKEN_REFUSALS = {
  'no-bearer-token': 'The `Authorization` header does not contain exactly one bearer token.',
  'too-long': 'The token is longer than 8 KB.',
  malformed: 'The token is not three parts in canonical base64url, with a JSON object in each of the first two.',
  'wrong-type': 'The service does not accept the `typ` of the header.',
  'wrong-algorithm':
    'The service does not accept the `alg` of the header, or the key set states another `alg` for the key.',
  'refused-header':
    'The header has a member that contains or locates a key, or extends the format, such as `jku` or `crit`.',
  'wrong-key-id': 'The `kid` of the header is malformed, or absent in a token of an external issuer.',
  'unknown-key': 'Neither the key set of the issuer nor the service has a key with the `kid` of the header.',
  'weak-key': 'The key of the issuer is an RSA key with fewer than 2,048 bits.',
  'bad-signature': 'The signature is not valid for the token, or `alg` needs a key of another type.',
  'wrong-issuer': '`iss` is not an accepted issuer.',
  'wrong-audience': '`aud` is not the required audience.',
  'bad-times': '`iat` or `exp` is absent, one of `iat`, `exp` and `nbf` is malformed, or `exp` is not after `iat`.',
  'lives-too-long': '`exp` is more than 24 hours after `iat`.',
  'not-yet-valid': '`iat` or `nbf` is in the future.',
  expired: '`exp` is in the past.',
  'bad-subject': '`sub` is absent, empty, too long or not printable, or the `sub` of a local account is not a UUID.',
  'bad-session': 'The `sid` in a token of a local account is not a UUID.',
  'no-account':
    'The local account is absent or disabled, its session ended, its tokens are revoked, or the API key may not act for it.',
  'bad-actor': 'The `act` in a token of a local account does not name a service account and its key.',
  'malformed-key':
    'The bearer token begins like an API key, but has another length, other characters or a wrong checksum.',
  'no-key': 'The API key does not exist, was revoked or has expired, or its service account is disabled.',
  'account-disabled': "The account of the issuer's user is disabled, or was disabled after the token was issued.",
} as const;

/** A code that says why a token is refused. */
export type TokenRefusal = keyof typeof TOKEN_REFUSALS;

/** Returns the problem of a refused token. Only the log contains the reason. */
export function refuseToken(reason: TokenRefusal): Problem {
  return Problem.unauthorized('invalid_token', reason);
}
