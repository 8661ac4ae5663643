import { ProviderError } from './provider-error';

/** Limits the number of attempts that a command may send, including retries. */
export class RequestBudget {
  constructor(private remaining: number) {}

  /** Uses one attempt. Throws a `ProviderError` if none remains. */
  spend(resource: string): void {
    if (this.remaining <= 0) throw new ProviderError('budget', resource);
    this.remaining -= 1;
  }
}
