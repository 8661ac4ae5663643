import type { Principal } from '../common/principal';
import type { ExternalAccountsStore } from './external-accounts.store';
import type { PrincipalRepository } from './principal.repository';
import type { TokenClaims } from './tokens/token-claims';

/** Finds the account a token speaks of. */
export interface Principals {
  /** The account as the database knows it now; null when it is absent, disabled, or its session has ended. */
  find(claims: TokenClaims): Promise<Principal | null>;
}

/** Local accounts: the subject is the user id. */
export function localPrincipals(repository: PrincipalRepository): Principals {
  return { find: ({ subject, sessionId }) => repository.findByUserId(subject, sessionId) };
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
      if (known !== null) return known === 'disabled' ? null : known;
      await accounts.ensure(issuer, subject, preferredUsername);
      const made = await repository.findBySubject(issuer, subject);
      return made === 'disabled' ? null : made;
    },
  };
}
