/** Checks the options of commands that connect to a running service. */
import { CliError } from './cli-error';

/** The environment variable with the token. Safer than `--token`, because other users can read process arguments. */
export const TOKEN_VARIABLE = 'INTELLIGENCE_TOKEN';

/** Visible ASCII characters. Most others are not allowed in an HTTP header. */
const TOKEN = /^[!-~]+$/;

/**
 * Returns the address without a slash at its end, so that a path can be appended. Throws a `CliError` if it is not an
 * HTTP URL, or contains credentials (which `fetch` refuses), white space, a query or a fragment.
 */
export function requireServiceUrl(url: string): string {
  const isHttp = URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
  if (!isHttp) throw new CliError('--url must be an address such as http://127.0.0.1:3000.');
  const { username, password } = new URL(url);
  if (username !== '' || password !== '') throw new CliError('--url must contain no user and no password.');
  if (/[\s?#]/.test(url)) throw new CliError('--url must contain no blank, no query and no fragment.');
  return url.endsWith('/') ? url.slice(0, -1) : url;
}

/** Returns the token. Throws a `CliError` if it contains a character other than visible ASCII. */
export function requireToken(token: string): string {
  if (TOKEN.test(token)) return token;
  throw new CliError(
    `A token contains only visible ASCII characters, but this one does not: check --token or ${TOKEN_VARIABLE}.`,
  );
}
