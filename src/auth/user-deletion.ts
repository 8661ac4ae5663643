import { Injectable } from '@nestjs/common';
import type { Transactions } from '../database/transactions';

/** The transaction an account is deleted in. */
export type DeletionScope = Parameters<Parameters<Transactions['run']>[0]>[0];

/** Removes or anonymises what a feature keeps of a user; runs in the deleting transaction, before the account goes. */
export type UserDeletionHook = (scope: DeletionScope, userId: string) => Promise<void>;

/** Where features leave word what must go with an account, so that accounts need to know no feature. */
@Injectable()
export class UserDeletionHooks {
  private readonly hooks: UserDeletionHook[] = [];

  /** Called in the feature's `onModuleInit`. */
  register(hook: UserDeletionHook): void {
    this.hooks.push(hook);
  }

  /** Runs all hooks in the order they were registered; the first that fails undoes the deletion. */
  async run(scope: DeletionScope, userId: string): Promise<void> {
    for (const hook of this.hooks) await hook(scope, userId);
  }
}
