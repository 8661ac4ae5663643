import { Injectable } from '@nestjs/common';
import type { Transactions } from '../database/transactions';

/** The transaction that deletes an account. */
export type DeletionScope = Parameters<Parameters<Transactions['run']>[0]>[0];

/**
 * Removes or anonymises a feature's data of a user. Runs in the deleting transaction, before the account is removed.
 */
export type UserDeletionHook = (scope: DeletionScope, userId: string) => Promise<void>;

/** Features register here how to delete the data of an account, so accounts do not depend on any feature. */
@Injectable()
export class UserDeletionHooks {
  private readonly hooks: UserDeletionHook[] = [];

  /** Registers a hook, in the feature's `onModuleInit`. */
  register(hook: UserDeletionHook): void {
    this.hooks.push(hook);
  }

  /** Runs all hooks in the order of their registration. If one fails, the deletion is rolled back. */
  async run(scope: DeletionScope, userId: string): Promise<void> {
    for (const hook of this.hooks) await hook(scope, userId);
  }
}
