import type { Principal } from '../common/principal';
import type { ExternalAccountsStore } from './external-accounts.store';
import type { PrincipalRepository } from './principal.repository';
import type { TokenClaims } from './tokens/token-claims';
import type { TokenRefusal } from './tokens/token-refusals';

/** Finds the account a token speaks of. */
export interface Principals {
  /** The account as the database knows it now; else why it may not come in. */
  find(claims: TokenClaims): Promise<Principal | TokenRefusal>;
}

/** Local accounts: the subject is the user id. */
export function localPrincipals(repository: PrincipalRepository): Principals {
  return {
    find: async ({ subject, sessionId, issuedAt, actor }) =>
      (actor === null
        ? await repository.findByUserId(subject, sessionId, issuedAt)
        : await repository.findByActingToken(actor.keyId, subject, issuedAt)) ?? 'no-account',
  };
}

/** Accounts of an external issuer, made on first sight. */
export function externalPrincipals(
  issuer: string,
  repository: PrincipalRepository,
  accounts: ExternalAccountsStore,
): Principals {
  return {
    find: async ({ subject, preferredUsername }) => {
      const known = await repository.findBySubject(issuer, subject);
      if (known !== null) return known;
      await accounts.ensure(issuer, subject, preferredUsername);
      return (await repository.findBySubject(issuer, subject)) ?? 'no-account';
    },
  };
}
