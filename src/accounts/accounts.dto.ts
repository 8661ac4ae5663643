import { ApiProperty } from '@nestjs/swagger';
import { SCOPES } from '../common/scopes';
import { Bounded, Capped, Nested } from '../common/response-bounds/bounded.decorators';
import { IntelligencePage } from '../common/dto/page.dto';

/** Maximum number of libraries an account may be restricted to. */
export const ACCOUNT_LIBRARIES_MAX = 200;

/** Maximum number of scopes of an account: each right once, and `catalog:write` also once for each library. */
export const ACCOUNT_SCOPES_MAX = SCOPES.length + ACCOUNT_LIBRARIES_MAX;

/** An account and what it may do. */
export class AccountResponse {
  /** UUID. */
  @Bounded()
  user_id: string;

  /** Name of the account. */
  @Bounded()
  username: string;

  /** Role. Administrators have all rights except `act_for_users`. */
  @ApiProperty({ enum: ['admin', 'user'] })
  role: 'admin' | 'user';

  /** Rights in addition to the role, such as `artifacts:write`; `catalog:write:<library id>` is for one library. */
  @Capped(ACCOUNT_SCOPES_MAX)
  scopes: string[];

  /** UUIDs of the libraries that the account may see; null means all. */
  @Capped(ACCOUNT_LIBRARIES_MAX)
  @ApiProperty({ nullable: true })
  library_ids: string[] | null;
}

/** An account as administrators see it. */
export class UserResponse extends AccountResponse {
  /** A disabled account cannot log in, and its tokens and API keys are refused. */
  disabled: boolean;

  /** Whether the account is a service account: the account of a program, which has keys and no password. */
  service: boolean;

  /** Whether the account belongs to an external issuer. Such an account has no password here. */
  external: boolean;

  /** The claim `iss` in tokens of the external issuer; null for local and for service accounts. */
  @Bounded()
  @ApiProperty({ type: String, nullable: true })
  issuer: string | null;

  /** The claim `sub` by which the external issuer identifies the user; null for local and for service accounts. */
  @Bounded()
  @ApiProperty({ type: String, nullable: true })
  subject: string | null;

  /** When it was created. */
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  /** When it was last changed. */
  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

/** A page of accounts, by username. */
export class UserListResponse {
  /** The accounts, by username. */
  @Capped(50, () => UserResponse)
  users: UserResponse[];

  @Nested(() => IntelligencePage)
  page: IntelligencePage;
}

/** The tokens that a login or a refresh returns. */
export class TokenResponse {
  /** For the `Authorization: Bearer` header. */
  @Bounded(4096)
  access_token: string;

  /** How to send the token: `Authorization: Bearer`. */
  @ApiProperty({ enum: ['Bearer'] })
  token_type: 'Bearer';

  /** Lifetime of the access token, in seconds. */
  @ApiProperty({ type: 'integer' })
  expires_in: number;

  /** Valid for one refresh. For one second, another use returns the same new token. A later use ends the session. */
  @Bounded(128)
  refresh_token: string;
}
