import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { IsAbsentOr } from '../../common/dto/bounded-request.dto';
import { IsText } from '../../common/dto/text-rules';
import { Bounded, Capped } from '../../common/response-bounds/bounded.decorators';

/** Maximum number of keys of a service account. */
export const ACCOUNT_KEYS_MAX = 20;
export const KEY_NAME_MAX_CHARS = 64;
/** Default lifetime of a key, in days. */
export const KEY_LIFETIME_DAYS = 365;
export const KEY_LIFETIME_MAX_DAYS = 3650;
/** Default time for which a replaced key stays valid, in seconds. */
export const OVERLAP_SECONDS = 86_400;
export const OVERLAP_MAX_SECONDS = 30 * 86_400;

/** A new key. */
export class CreateKeyRequest {
  /** What the key is for: 1 to 64 code points. */
  @IsText(1, KEY_NAME_MAX_CHARS)
  @ApiProperty({ example: 'nightly import' })
  name: string;

  /** Days until the key expires, 1 to 3650; default 365. */
  @IsAbsentOr()
  @IsInt()
  @Min(1)
  @Max(KEY_LIFETIME_MAX_DAYS)
  lifetime_days?: number;
}

/** How long the old key stays valid. */
export class RotateKeyRequest {
  /**
   * Seconds for which the old key stays valid, 0 to 2592000 (30 days); default 86400. If the old key expires earlier
   * anyway, its expiry does not change.
   */
  @IsAbsentOr()
  @IsInt()
  @Min(0)
  @Max(OVERLAP_MAX_SECONDS)
  overlap_seconds?: number;
}

/** A key as administrators see it: without its secret. */
export class KeyResponse {
  /** UUID. */
  @Bounded()
  key_id: string;

  /** What the key is for. */
  @Bounded()
  name: string;

  /** When the key was created. */
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  /** When the key expires. */
  @ApiProperty({ format: 'date-time' })
  expires_at: string;

  /**
   * Approximate time of the last use of the key; null if no use is stored. Usually, it is at most a minute before the
   * last use, or 15 seconds after it. After a crash, uses can be missing.
   */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;
}

/** A new key with its secret. */
export class NewKeyResponse extends KeyResponse {
  /**
   * For the `Authorization: Bearer` header. It is shown only in this answer, because the service stores only its hash.
   */
  @Bounded(128)
  key: string;
}

/** The keys of a service account, oldest first, including expired ones. Creating a key deletes the expired ones. */
export class KeyListResponse {
  /** The keys, oldest first. */
  @Capped(ACCOUNT_KEYS_MAX, () => KeyResponse)
  keys: KeyResponse[];
}
