import { ApiProperty } from '@nestjs/swagger';
import { IntelligencePage } from '../../common/dto/page.dto';
import { Bounded, Capped, Nested } from '../../common/response-bounds/bounded.decorators';
import {
  AUDIT_ACTIONS,
  AUDIT_ORIGINS,
  type AuditAction,
  type AuditOrigin,
} from '../../database/entities/accounts/audit-log.entity';
import { ACCOUNT_SCOPES_MAX } from '../accounts.dto';

/** Maximum number of fields that one act changes. */
const CHANGES_MAX = 8;

/** Who acted. */
export class AuditActorResponse {
  /**
   * `api`: a request; `command`: the command line; `service`: the service itself, for
   * example when it creates the first administrator.
   */
  @ApiProperty({ enum: [...AUDIT_ORIGINS] })
  origin: AuditOrigin;

  /** UUID of the account that made the request; null for the other origins. */
  @Bounded()
  @ApiProperty({ type: String, nullable: true })
  user_id: string | null;

  /** Name of the account at that time. */
  @Bounded()
  @ApiProperty({ type: String, nullable: true })
  username: string | null;

  /** UUID of the API key of the request, or of the key that was exchanged for its token; null without one. */
  @Bounded()
  @ApiProperty({ type: String, nullable: true })
  key_id: string | null;

  /** UUID of the service account that has the key; differs from `user_id` if the key was used for another account. */
  @Bounded()
  @ApiProperty({ type: String, nullable: true })
  service_id: string | null;
}

/** What an act changed in one field. */
export class AuditChangeResponse {
  /** Name of the changed field. */
  @Bounded()
  field: string;

  /**
   * Values that the act removed. The value `all` of `library_ids` stands for all libraries. Passwords are not shown.
   */
  @Capped(ACCOUNT_SCOPES_MAX)
  removed: string[];

  /** Values that the act added. */
  @Capped(ACCOUNT_SCOPES_MAX)
  added: string[];
}

/** One administrative act. */
export class AuditEntryResponse {
  /** UUID. */
  @Bounded()
  entry_id: string;

  /** When the act was recorded. */
  @ApiProperty({ format: 'date-time' })
  recorded_at: string;

  /** What was done. */
  @ApiProperty({ enum: [...AUDIT_ACTIONS] })
  action: AuditAction;

  /** Who did it. */
  @Nested(() => AuditActorResponse)
  actor: AuditActorResponse;

  /** UUID of the account, key or library. */
  @Bounded()
  target_id: string;

  /** Name of the account, key or library after the act, or before a deletion. */
  @Bounded()
  target_name: string;

  /** UUID of the changed account, or of the account that has the key; null for a library. */
  @Bounded()
  @ApiProperty({ type: String, nullable: true })
  account_id: string | null;

  /** The changed fields. */
  @Capped(CHANGES_MAX, () => AuditChangeResponse)
  changes: AuditChangeResponse[];

  /** `X-Request-Id` of the request; null unless `actor.origin` is `api`. */
  @Bounded()
  @ApiProperty({ type: String, nullable: true })
  request_id: string | null;
}

/** A page of the audit log, newest first. */
export class AuditLogResponse {
  /** The acts, newest first. */
  @Capped(50, () => AuditEntryResponse)
  entries: AuditEntryResponse[];

  @Nested(() => IntelligencePage)
  page: IntelligencePage;
}
