import { createHmac } from 'node:crypto';

/** Returns the `kid` of tokens that are signed with a secret. The `kid` does not reveal the secret. */
export function keyIdOf(secret: string): string {
  return createHmac('sha256', secret).update('key id').digest('base64url').slice(0, 16);
}
