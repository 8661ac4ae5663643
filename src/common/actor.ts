/** Who makes a request, as the audit log records it. */
export interface Actor {
  /** UUID of the account. */
  readonly userId: string;
  readonly username: string;
  /** UUID of the API key; null for a request with a token of the account. */
  readonly keyId: string | null;
  /** UUID of the service account of that key; null without one. */
  readonly serviceId: string | null;
  readonly requestId: string;
}
