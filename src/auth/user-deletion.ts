import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Deletes or anonymizes what a feature stores for a user, in the transaction that deletes the account. */
type UserDeletionHook = (manager: EntityManager, userId: string) => Promise<void>;

/** Holds the deletion hooks of all features, so that the code for accounts depends on no feature. */
@Injectable()
export class UserDeletionHooks {
  private readonly hooks: UserDeletionHook[] = [];

  /** Registers a hook, in the feature's `onModuleInit`. */
  register(hook: UserDeletionHook): void {
    this.hooks.push(hook);
  }

  /** Runs all hooks in the order of their registration. If a hook fails, the deletion is rolled back. */
  async run(manager: EntityManager, userId: string): Promise<void> {
    for (const hook of this.hooks) await hook(manager, userId);
  }
}
