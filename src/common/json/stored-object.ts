import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/**
 * Parses a JSON text as an instance of a class with class-validator decorators. Returns null when the text is not a JSON
 * object, violates a rule of the class, or has a member that the class does not declare.
 */
export function findStoredObject<T extends object>(type: new () => T, text: string): T | null {
  const document = parse(text);
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return null;
  const stored = plainToInstance(type, document);
  return validateSync(stored, { whitelist: true, forbidNonWhitelisted: true }).length === 0 ? stored : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
