import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { BootstrapAdmin } from '../common/config/access.config';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { OperatorError } from '../common/problems/operator-error';
import { Problem } from '../common/problems/problem';
import { toUsernameKey } from '../common/text/username';
import type { UserEntity } from '../database/entities/accounts/user.entity';
import { AccountChanges } from './account-changes';
import { Passwords } from './sessions/passwords';
import { UserRepository } from './user.repository';

/**
 * Creates the administrator that the configuration names. If an account with this name already exists, changes it only
 * if `enforced` is set.
 */
@Injectable()
export class FirstAdmin implements OnApplicationBootstrap {
  private readonly logger = new Logger(FirstAdmin.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly users: UserRepository,
    private readonly changes: AccountChanges,
    private readonly passwords: Passwords,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { bootstrapAdmin } = this.config.auth;
    if (bootstrapAdmin === null) return;
    if (await this.createConfigured(bootstrapAdmin)) {
      this.logger.log('The administrator from the configuration was created.');
      return;
    }
    const existing = await this.users.findByKey(toUsernameKey(bootstrapAdmin.username));
    const setting = settingOf(bootstrapAdmin, 'username');
    if (existing === null) {
      this.logger.warn(
        `The administrator from the configuration was not created, because another account has a name that looks like the value of ${setting}.`,
      );
    } else if (existing.issuer !== null) {
      this.logger.warn(
        `The administrator from the configuration was not created, because ${setting} is the name of an account of an external issuer.`,
      );
    } else if (bootstrapAdmin.enforced === true) {
      await this.enforce(existing, bootstrapAdmin);
    }
  }

  /** Creates an administrator. Returns false if any account already has the name or a name that looks like it. */
  async createIfAbsent(username: string, password: string, allowsCommonPassword = false): Promise<boolean> {
    if ((await this.users.findByKey(toUsernameKey(username))) !== null) return false;
    try {
      await this.changes.create({ username, password, allowsCommonPassword, role: 'admin' });
      return true;
    } catch (error) {
      // Another account has a name that looks like this one, or another instance has just created the account.
      if (error instanceof Problem && error.code === 'conflict') return false;
      throw error;
    }
  }

  /**
   * Enables an existing local account, and gives it the admin role and the configured password. Ends its sessions only
   * if the password changes. Throws `OperatorError` for a service account, which cannot have a password.
   */
  private async enforce(user: UserEntity, admin: BootstrapAdmin): Promise<void> {
    if (user.is_service) throw new OperatorError(`${settingOf(admin, 'username')} is the name of a service account.`);
    const { password, allowsCommonPassword } = admin;
    const hasConfiguredPassword = await this.passwords.matches(password, user.password_hash);
    if (hasConfiguredPassword && user.role === 'admin' && !user.disabled) return;
    const newPassword = hasConfiguredPassword ? {} : { password, allowsCommonPassword };
    await this.changes.update(user.user_id, { role: 'admin', disabled: false, ...newPassword });
    this.logger.log('The existing account is enabled and has the admin role and the password from the configuration.');
  }

  /** Like `createIfAbsent`, but throws `OperatorError` if the name or the password is refused. */
  private async createConfigured(admin: BootstrapAdmin): Promise<boolean> {
    try {
      return await this.createIfAbsent(admin.username, admin.password, admin.allowsCommonPassword);
    } catch (error) {
      const [fieldError] = error instanceof Problem ? (error.errors ?? []) : [];
      if (fieldError === undefined) throw error;
      throw new OperatorError(`${settingOf(admin, fieldError.field)} ${fieldError.message}.`);
    }
  }
}

/** Returns the name of the setting that contains a field of the administrator, such as `ADMIN_USERNAME`. */
function settingOf({ settingsPrefix = 'ADMIN' }: BootstrapAdmin, field: string): string {
  return `${settingsPrefix}_${field.toUpperCase()}`;
}
