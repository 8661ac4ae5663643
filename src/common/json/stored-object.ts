import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { findJsonObject } from './json-object';

/**
 * Parses the JSON text of a file that the service or a command has written. `type` is a class with class-validator
 * decorators. Returns an instance of the class; null if the text is not a JSON object, breaks a rule of the class, or
 * has a member that the class does not declare.
 */
export function findStoredObject<T extends object>(type: new () => T, text: string): T | null {
  const document = findJsonObject(text);
  if (document === null) return null;
  const stored = plainToInstance(type, document);
  return validateSync(stored, { whitelist: true, forbidNonWhitelisted: true }).length === 0 ? stored : null;
}
