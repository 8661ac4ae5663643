/** Cleans the texts in requests. Each function throws `invalid-request` for a text that breaks a rule. */
import { TITLE_MAX_CHARS } from '../text/summary';
import { cleanCatalogLine, cleanCatalogText, cleanWithin } from '../text/text';
import { Problem } from './problem';

/** Returns the cleaned text, which may be empty. Throws if the text is too long (see `cleanWithin`). */
export function requireText(value: string, field: string, maxChars: number, clean = cleanCatalogText): string {
  const text = cleanWithin(value, maxChars, clean);
  if (text === null) throw Problem.invalidField(field, `must have at most ${maxChars} code points`);
  return text;
}

/** Returns the cleaned text on one line. Throws if it is empty or has more than 512 code points. */
export function requireLine(value: string, field: string): string {
  return requireVisible(requireText(value, field, TITLE_MAX_CHARS, cleanCatalogLine), field);
}

/** Returns the text, which must be cleaned already. Throws if it is empty. */
export function requireVisible(text: string, field: string): string {
  if (text === '') throw Problem.invalidField(field, 'must have at least one visible character');
  return text;
}
