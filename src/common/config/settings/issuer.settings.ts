import {
  type IssuerGrants,
  type NewUserLibraries,
  parseIssuerGrants,
  parseIssuers,
  parseNewUserLibraries,
  parseTokenTypes,
} from './issuer-values';
import { OptionalText, Parsed } from './setting.decorators';
import { requireTrustedUrl, splitList } from './setting-values';

/** Settings for tokens of external issuers (`AUTH_MODE=jwks`). */
export class IssuerSettings {
  @OptionalText('URL of the key set of the external issuer in JWT_ISSUER; AUTH_MODE=jwks requires it or OIDC_ISSUER.', {
    check: requireTrustedUrl,
  })
  readonly JWKS_URI: string | undefined;

  @Parsed('External issuers with OpenID Connect Discovery, at most 4, comma-separated, exactly as in `iss`.', {
    default: '',
    parse: parseIssuers,
  })
  readonly OIDC_ISSUER: readonly string[];

  @Parsed(
    'Required values of the `aud` claim for OIDC_ISSUER: one for all, or one for each, comma-separated; default: JWT_AUDIENCE.',
    { default: '', parse: splitList },
  )
  readonly OIDC_AUDIENCE: readonly string[];

  @Parsed(
    'Rights that claims grant: a JSON object that maps each issuer to its claims, each claim to its values, and each value to rights (role, scopes, libraries).',
    { default: '{}', parse: parseIssuerGrants },
  )
  readonly OIDC_CLAIMS: IssuerGrants;

  @Parsed(
    'Accepted `typ` values of tokens of external issuers, comma-separated; the entry none permits tokens without `typ`.',
    {
      default: 'at+jwt,application/at+jwt,JWT,none',
      parse: parseTokenTypes,
    },
  )
  readonly JWT_TYPES: readonly string[];

  @Parsed('Libraries that a new user of an external issuer may see: none, all, or comma-separated ids.', {
    default: 'none',
    parse: parseNewUserLibraries,
  })
  readonly NEW_USER_LIBRARIES: NewUserLibraries;
}
