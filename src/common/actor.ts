/** Who makes a request, as the audit log records it. */
export interface Actor {
  /** UUID of the account. */
  readonly userId: string;
  readonly username: string;
  /** UUID of the API key; null for a request with a token of the account. */
  readonly keyId: string | null;
  /** UUID of the service account that the key belongs to: the account, or one that acts for it. Null without a key. */
  readonly serviceId: string | null;
  readonly requestId: string;
}
