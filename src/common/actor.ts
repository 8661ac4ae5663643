/** Who makes a request, as the audit log records it. */
export interface Actor {
  /** UUID of the account. */
  readonly userId: string;
  readonly username: string;
  /** UUID of the API key of the request, or of the key that was exchanged for its token; null for any other token. */
  readonly keyId: string | null;
  /** UUID of the service account of the key: `userId`, or an account that acts for that account. Null without a key. */
  readonly serviceId: string | null;
  readonly requestId: string;
}
