import { Module } from '@nestjs/common';
import { AccountChanges } from './account-changes';
import { AuthController } from './sessions/auth.controller';
import { FirstAdmin } from './first-admin';
import { LoginService } from './sessions/login.service';
import { LoginStore } from './sessions/login.store';
import { Passwords } from './sessions/passwords';
import { SessionStore } from './sessions/session.store';
import { UserRepository } from './user.repository';
import { UserStore } from './user.store';
import { UsersController } from './users.controller';
import { UsersService } from './users.service';

/** Ring 4: login sessions of local accounts, and the accounts that administrators manage. */
@Module({
  controllers: [AuthController, UsersController],
  providers: [
    AccountChanges,
    FirstAdmin,
    LoginService,
    LoginStore,
    Passwords,
    SessionStore,
    UserRepository,
    UserStore,
    UsersService,
  ],
  exports: [AccountChanges, FirstAdmin],
})
export class AccountsModule {}
