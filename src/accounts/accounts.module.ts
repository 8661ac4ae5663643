import { Module } from '@nestjs/common';
import { AccountChanges } from './account-changes';
import { ExchangeController } from './acting/exchange.controller';
import { ExchangeService } from './acting/exchange.service';
import { AuditChainRepository } from './audit-log/audit-chain.repository';
import { AuditLogVerifier } from './audit-log/audit-log-verifier.service';
import { AuditLogController } from './audit-log/audit-log.controller';
import { AuditLogRepository } from './audit-log/audit-log.repository';
import { AuditLogService } from './audit-log/audit-log.service';
import { KeyStore } from './keys/key.store';
import { KeysController } from './keys/keys.controller';
import { KeysService } from './keys/keys.service';
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

/**
 * Ring 4 (see docs/architecture.md): login sessions of local accounts, the accounts and API keys that administrators
 * manage, tokens of users for service accounts that act for them, and the audit log.
 */
@Module({
  controllers: [AuditLogController, AuthController, ExchangeController, KeysController, UsersController],
  providers: [
    AccountChanges,
    AuditChainRepository,
    AuditLogRepository,
    AuditLogVerifier,
    AuditLogService,
    ExchangeService,
    FirstAdmin,
    KeysService,
    KeyStore,
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
