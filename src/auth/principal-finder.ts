import type { Principal } from '../common/principal';
import type { ExternalAccountsStore } from './external-accounts.store';
import type { PrincipalRepository } from './principal.repository';
import type { TokenClaims } from './credentials';
import type { TokenRefusal } from './tokens/token-refusals';

/** Returns the account that a token identifies, as stored now, or the reason why the token is refused. */
export type PrincipalFinder = (claims: TokenClaims) => Promise<Principal | TokenRefusal>;

/** Finds local accounts. The subject of a token is the user id. */
export function localPrincipalFinder(repository: PrincipalRepository): PrincipalFinder {
  return async ({ subject, sessionId, issuedAt, actor }) =>
    (actor === null
      ? await repository.findByUserId(subject, sessionId, issuedAt)
      : await repository.findByActingToken(actor.keyId, subject, issuedAt)) ?? 'no-account';
}

/**
 * Finds accounts of external issuers. The first token of a subject creates the account. A request stores the rights
 * that its token grants, unless the account is refused, or has the rights of a token of the same second or later.
 */
export function externalPrincipalFinder(
  repository: PrincipalRepository,
  accounts: ExternalAccountsStore,
): PrincipalFinder {
  return async ({ issuer, subject, preferredUsername, rights, issuedAt }) => {
    const existing = await repository.findBySubject(issuer, subject, issuedAt);
    const isCurrent = rights === null || (existing?.rightsAsOf ?? -1) >= issuedAt;
    if (existing !== null && (isCurrent || typeof existing.account === 'string')) return existing.account;
    if (existing === null) await accounts.ensure(issuer, subject, preferredUsername);
    if (rights !== null) await accounts.setRights(issuer, subject, rights, issuedAt);
    return (await repository.findBySubject(issuer, subject, issuedAt))?.account ?? 'no-account';
  };
}
