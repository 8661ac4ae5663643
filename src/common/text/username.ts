import { isWellFormedText } from './well-formed';

/** What a user name must be, for messages. */
export const USERNAME_RULE = 'must be 1 to 64 letters, digits and . _ @ + -, beginning with a letter or digit';

/** 1 to 64 letters, digits and marks of any script, and `. _ @ + -`; begins with a letter or digit. */
const USERNAME_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._@+-]{0,63}$/u;

/** Code units that are looked at: a letter of a name may be written as several that NFC makes one. */
const RAW_MAX_CHARS = 256;

/** The name as it is stored and shown, in NFC; null when it is not one. */
export function findUsername(text: string): string | null {
  if (text.length > RAW_MAX_CHARS) return null;
  const name = text.normalize('NFC');
  return isWellFormedText(name) && USERNAME_PATTERN.test(name) ? name : null;
}

/** What two spellings of one name have in common (case, width, composition): the key that is unique. */
export function toUsernameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC');
}
