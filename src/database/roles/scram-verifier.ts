import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4096;
const SALT_BYTES = 16;

/** Characters that SASLprep (RFC 4013) maps to a space. */
const SPACES = /[\u00A0\u1680\u2000-\u200B\u202F\u205F\u3000]/g;
/** Characters that SASLprep removes. */
// eslint-disable-next-line no-misleading-character-class -- each of these characters is removed
const REMOVED = /[\u00AD\u034F\u1806\u180B-\u180D\u200C\u200D\u2060\uFE00-\uFE0F\uFEFF]/g;

/**
 * Returns the form in which PostgreSQL stores a password (RFC 5803). PostgreSQL accepts it in place of the password, so
 * a log of the statement does not reveal the password. Requires that `isEmptyWhenPrepared` is false for the password.
 */
export function scramVerifier(password: string, salt = randomBytes(SALT_BYTES)): string {
  const salted = pbkdf2Sync(prepare(password), salt, ITERATIONS, 32, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const serverKey = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

/**
 * Whether preparing the password removes all its characters. The driver prepares all such passwords to the same empty
 * text, so each of them would log in.
 */
export function isEmptyWhenPrepared(password: string): boolean {
  return prepare(password) === '';
}

/**
 * Prepares a password as the driver does when it logs in, so that the driver's proof matches. Unlike PostgreSQL, the
 * driver also prepares passwords with characters that RFC 4013 prohibits.
 */
function prepare(password: string): string {
  return password.replace(SPACES, ' ').replace(REMOVED, '').normalize('NFKC');
}
