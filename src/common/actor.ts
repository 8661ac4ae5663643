/** Who makes a request, as the audit log records it. */
export interface Actor {
  /** UUID of the account. */
  readonly userId: string;
  readonly username: string;
  /** UUID of the API key of the request, or of the key that was exchanged for its token; null for any other token. */
  readonly keyId: string | null;
  /** UUID of the service account that owns the key. Differs from `userId` if it acts for a user. Null without a key. */
  readonly serviceId: string | null;
  readonly requestId: string;
}
