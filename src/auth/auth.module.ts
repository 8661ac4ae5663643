import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { BackgroundLoops } from '../common/processes/background-loops';
import type { Config } from '../common/config/config';
import { ForegroundRequests } from '../common/processes/foreground';
import { Transactions } from '../database/transactions';
import { AuditLog } from './audit-log/audit-log.store';
import { AuthGuard, PRINCIPAL_FINDER } from './auth.guard';
import { ExternalAccountsStore } from './external-accounts.store';
import { ApiKeys } from './keys/api-keys';
import { KeyUses } from './keys/key-uses';
import { KeyUsesStore } from './keys/key-uses.store';
import { FairShares } from './limits/fair-shares';
import { RateLimitStore } from './limits/rate-limit.store';
import { RequestLimiter } from './limits/request-limiter';
import { OwnershipCheck } from './ownership/ownership-check';
import { OwnershipGuard } from './ownership/ownership.guard';
import { OwnershipResolvers } from './ownership/ownership-resolvers';
import { externalPrincipalFinder, localPrincipalFinder, type PrincipalFinder } from './principal-finder';
import { PrincipalRepository } from './principal.repository';
import { RightsGuard } from './rights.guard';
import { ApiKeyStrategy } from './strategies/api-key.strategy';
import { JwtStrategy } from './strategies/jwt.strategy';
import { externalTokenRules, localTokenRules } from './strategies/token-rules';
import { AuditKeys } from '../common/hash-chain/audit-keys';
import { TokenIssuer } from './tokens/token-issuer';

/**
 * Ring 2 (see docs/architecture.md): authentication, permissions and rate limits. `HttpModule` makes the guards of this
 * module global.
 */
@Global()
@Module({})
export class AuthModule implements OnApplicationShutdown {
  constructor(@Inject(PrincipalRepository) private readonly repository: PrincipalRepository) {}

  /** The audit log records `origin` for changes without a known caller (see `AuditLog`). */
  static for(config: Config, origin: 'command' | 'service'): DynamicModule {
    return {
      module: AuthModule,
      imports: [DiscoveryModule],
      providers: [
        ...tokenProviders(config),
        ...limitProviders(config),
        { provide: AuditLog, inject: [AuditKeys], useFactory: (keys: AuditKeys) => new AuditLog(origin, keys) },
        ApiKeys,
        ApiKeyStrategy,
        KeyUses,
        KeyUsesStore,
        OwnershipResolvers,
        OwnershipCheck,
        AuthGuard,
        RightsGuard,
        OwnershipGuard,
      ],
      exports: [
        AuditLog,
        AuthGuard,
        RightsGuard,
        OwnershipGuard,
        ExternalAccountsStore,
        KeyUses,
        PrincipalRepository,
        OwnershipResolvers,
        RequestLimiter,
        TokenIssuer,
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repository.close();
  }
}

function tokenProviders({ auth, database }: Config): Provider[] {
  const url = database.readUrl ?? database.url;
  if (url === undefined)
    throw new Error(
      'The configuration has no database URL. The embedded server must start before the application is created.',
    );
  return [
    {
      provide: JwtStrategy,
      useFactory: () => new JwtStrategy(auth.mode === 'local' ? localTokenRules(auth) : externalTokenRules(auth)),
    },
    { provide: TokenIssuer, useFactory: () => new TokenIssuer(auth) },
    {
      provide: PrincipalRepository,
      useFactory: () =>
        new PrincipalRepository(
          { ...database, url },
          auth.mode === 'local' ? null : auth.externalIssuers.map(({ issuer }) => issuer),
        ),
    },
    {
      provide: ExternalAccountsStore,
      inject: [Transactions, AuditLog],
      useFactory: (transactions: Transactions, audit: AuditLog) =>
        new ExternalAccountsStore(transactions, audit, auth.newUserLibraryIds),
    },
    {
      provide: PRINCIPAL_FINDER,
      inject: [PrincipalRepository, ExternalAccountsStore],
      useFactory: (repository: PrincipalRepository, accounts: ExternalAccountsStore): PrincipalFinder =>
        auth.mode === 'local' ? localPrincipalFinder(repository) : externalPrincipalFinder(repository, accounts),
    },
  ];
}

function limitProviders({ limits }: Config): Provider[] {
  return [
    {
      provide: RequestLimiter,
      inject: [Transactions, BackgroundLoops],
      useFactory: (transactions: Transactions, loops: BackgroundLoops) =>
        new RequestLimiter(new RateLimitStore(transactions), { ...limits, now: Date.now }, loops),
    },
    {
      provide: FairShares,
      inject: [ForegroundRequests],
      useFactory: (foreground: ForegroundRequests) =>
        new FairShares(
          { shares: limits.concurrencyPerUser, waitingMax: limits.waitingPerUser, waitMs: limits.waitMs },
          foreground,
        ),
    },
  ];
}
