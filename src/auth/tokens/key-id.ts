import { createHmac } from 'node:crypto';

/** The `kid` of tokens that a secret signs. It tells nothing about the secret. */
export function keyIdOf(secret: string): string {
  return createHmac('sha256', secret).update('key id').digest('base64url').slice(0, 16);
}
