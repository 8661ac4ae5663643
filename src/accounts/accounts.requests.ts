import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsString,
  IsUUID,
  Length,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { isScope, type Scope, SCOPE_PATTERN, SCOPE_RULE } from '../common/scopes';
import { SUBJECT_MAX_CHARS } from '../auth/tokens/external-subject';
import { IsAbsentOr } from '../common/dto/bounded-request.dto';
import { USERNAME_RULE } from '../common/text/username';
import { ACCOUNT_LIBRARIES_MAX, ACCOUNT_SCOPES_MAX } from './accounts.dto';
import { PASSWORD_MAX, PASSWORD_MIN } from './sessions/passwords';

/** Requires that each element is a scope. */
function IsScope(): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value === 'string' && isScope(value);
  return ValidateBy({ name: 'isScope', validator: { validate } }, { each: true, message: SCOPE_RULE });
}

/** A name and a password. */
export class LoginRequest {
  /** Name of the account. Upper and lower case are equal, and so are composed and decomposed characters. */
  @ApiProperty({ example: 'admin' })
  @IsString()
  @Length(1, 256)
  username: string;

  /** Password of the account; 1 to 256 characters (code points). */
  @ApiProperty({ format: 'password' })
  @IsString()
  @Length(1, PASSWORD_MAX)
  password: string;
}

/** A refresh token. */
export class RefreshRequest {
  /** The `refresh_token` of the last login or refresh. */
  @IsString()
  @Length(1, 128)
  refresh_token: string;
}

/** Rights and state of an account. An absent field does not change; in a new account, it has its default. */
export class UserRights {
  /** Role; default `user`. */
  @ApiProperty({ enum: ['admin', 'user'] })
  @IsAbsentOr()
  @IsIn(['admin', 'user'])
  role?: 'admin' | 'user';

  /** Rights in addition to the role; default none. */
  @ApiProperty({
    type: 'array',
    items: { type: 'string', pattern: SCOPE_PATTERN.source },
    maxItems: ACCOUNT_SCOPES_MAX,
  })
  @IsAbsentOr()
  @IsArray()
  @ArrayMaxSize(ACCOUNT_SCOPES_MAX)
  @ArrayUnique()
  @IsScope()
  scopes?: Scope[];

  /**
   * UUIDs of the libraries that the account may see, at most 200. The nil and the max UUID are refused. The libraries
   * need not exist yet. Null means all libraries. Default: null, or the libraries of `NEW_USER_LIBRARIES` for a user of
   * an external issuer.
   */
  @ApiProperty({ type: String, isArray: true, nullable: true })
  @ValidateIf((_, value: unknown) => value !== undefined && value !== null)
  @IsArray()
  @ArrayMaxSize(ACCOUNT_LIBRARIES_MAX)
  @IsUUID('loose', { each: true })
  library_ids?: string[] | null;

  /** Whether the account is disabled: it cannot log in, and its tokens and API keys are refused. Default false. */
  @ApiProperty()
  @IsAbsentOr()
  @IsBoolean()
  disabled?: boolean;
}

const needsUsername = ({ subject }: { readonly subject?: unknown }): boolean => subject === undefined;
const needsPassword = ({ subject, service }: { readonly subject?: unknown; readonly service?: unknown }): boolean =>
  subject === undefined && service !== true;

/** A new account: of a local user, of a program, or of a user of an external issuer. */
export class CreateUserRequest extends UserRights {
  /**
   * The `sub` of a user of an external issuer, 1 to 255 printable characters. With AUTH_MODE=jwks it is required for a
   * user, and replaces `username` and `password`. Otherwise it must be absent.
   */
  @ApiProperty({ example: 'auth0|5f7c8ec7c33c6c004bbafe82' })
  @IsAbsentOr()
  @IsString()
  @Length(1, SUBJECT_MAX_CHARS)
  subject?: string;

  /** Issuer of `subject`; must be absent without it. Required if the service accepts tokens of several issuers. */
  @ApiProperty()
  @IsAbsentOr()
  @IsString()
  @Length(1, 255)
  issuer?: string;

  /**
   * 1 to 64 letters, digits and `. _ @ + -` of any script, beginning with a letter or digit. Refused if another account
   * has this name in another case or width, or a name that looks like it.
   */
  @ApiProperty({ minLength: 1, maxLength: 64, example: 'reader' })
  @ValidateIf(needsUsername)
  @IsString()
  // Longer than 64, because the 64 characters are counted after normalization, which can shorten the text.
  @Length(1, 128, { message: USERNAME_RULE })
  username?: string;

  /** Whether to create a service account: the account of a program, which has keys and no password. Default false. */
  @ApiProperty()
  @IsAbsentOr()
  @IsBoolean()
  service?: boolean;

  /** Password, 8 to 256 characters (code points); must be absent for a service account. */
  @ApiProperty({ format: 'password' })
  @ValidateIf(needsPassword)
  @IsString()
  @Length(PASSWORD_MIN, PASSWORD_MAX)
  password?: string;
}

/** Changes to an account. */
export class UpdateUserRequest extends UserRights {
  /** A new password; ends all sessions of the account. */
  @ApiProperty({ format: 'password' })
  @IsAbsentOr()
  @IsString()
  @Length(PASSWORD_MIN, PASSWORD_MAX)
  password?: string;
}
