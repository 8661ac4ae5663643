import { isWellFormedText } from './well-formed';

/** 1 to 64 letters, digits and marks of any script, and `. _ @ + -`; begins with a letter or digit. */
const USERNAME_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._@+-]{0,63}$/u;

/** The name as it is stored and shown, in NFC; null when it is not one. */
export function findUsername(text: string): string | null {
  const name = text.normalize('NFC');
  return isWellFormedText(name) && USERNAME_PATTERN.test(name) ? name : null;
}

/** What two spellings of one name have in common (case, width, composition): the key that is unique. */
export function toUsernameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC');
}
