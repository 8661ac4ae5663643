import { ApiProperty } from '@nestjs/swagger';
import { IsString, IsUUID, Length } from 'class-validator';
import { SUBJECT_MAX_CHARS } from '../../auth/tokens/external-subject';
import { IsAbsentOr } from '../../common/dto/bounded-request.dto';
import { Bounded } from '../../common/response-bounds/bounded.decorators';

/** The `issued_token_type` of access tokens (RFC 8693, section 3). */
export const ACCESS_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token';

/** The user to act for: exactly one of the fields. With AUTH_MODE=jwks, every request gets 404. */
export class ExchangeRequest {
  /** UUID of the account. */
  @ApiProperty()
  @IsAbsentOr()
  @IsUUID('loose')
  user_id?: string;

  /** Name of a local account. */
  @ApiProperty({ example: 'reader' })
  @IsAbsentOr()
  @IsString()
  @Length(1, 256)
  username?: string;

  /** The `sub` of a user of an external issuer. Refused with 403, because tokens are issued for local users only. */
  @IsAbsentOr()
  @IsString()
  @Length(1, SUBJECT_MAX_CHARS)
  subject?: string;
}

/** A token of the user, in the form of RFC 8693. */
export class ExchangeResponse {
  /** For the `Authorization: Bearer` header. Its `act` names the service account and the key. */
  @Bounded(4096)
  access_token: string;

  /** The token is an access token (RFC 8693). */
  @ApiProperty({ enum: [ACCESS_TOKEN_TYPE] })
  issued_token_type: typeof ACCESS_TOKEN_TYPE;

  /** How to send the token: `Authorization: Bearer`. */
  @ApiProperty({ enum: ['Bearer'] })
  token_type: 'Bearer';

  /** Lifetime of the token, in seconds. */
  @ApiProperty({ type: 'integer' })
  expires_in: number;
}
