import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { BootstrapAdmin, Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { Problem } from '../common/problems/problem';
import { toUsernameKey } from '../common/text/username';
import { AccountChanges } from './account-changes';
import { Passwords } from './sessions/passwords';
import { UserRepository } from './user.repository';

/** Makes the administrator that the configuration names; an account of that name stays as it is, unless enforced. */
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
    if (await this.ensure(bootstrapAdmin.username, bootstrapAdmin.password)) {
      this.logger.log('The administrator of the configuration was made.');
    } else if (bootstrapAdmin.enforced === true) {
      await this.enforce(bootstrapAdmin);
    }
  }

  /** Gives an account that is there what the configuration says; what it has already costs no session. */
  private async enforce({ username, password }: BootstrapAdmin): Promise<void> {
    const user = await this.users.findByKey(toUsernameKey(username));
    if (user === null || user.issuer !== null) return;
    const matches = await this.passwords.matches(password, user.password_hash);
    if (matches && user.role === 'admin' && !user.disabled) return;
    await this.changes.update(user.user_id, { role: 'admin', disabled: false, ...(matches ? {} : { password }) });
    this.logger.log('The administrator of the configuration got its password and rights.');
  }

  /** Makes an administrator; false when the name is taken already, whoever has it and whatever the password. */
  async ensure(username: string, password: string): Promise<boolean> {
    if ((await this.users.findByKey(toUsernameKey(username))) !== null) return false;
    try {
      await this.changes.create({ username, password, role: 'admin' });
      return true;
    } catch (error) {
      // Another instance starting at the same time was faster.
      if (error instanceof Problem && error.code === 'conflict') return false;
      throw error;
    }
  }
}
