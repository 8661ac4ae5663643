import { ApiProperty } from '@nestjs/swagger';
import { IsText } from '../../common/dto/text-rules';
import { Bounded } from '../../common/response-bounds/bounded.decorators';

/** Maximum length of the reason of an invalidation, in code points. */
export const REASON_MAX_CHARS = 2_000;

/** Reason why an artifact is invalidated. */
export class InvalidateArtifactRequest {
  /** 1 to 2,000 code points. */
  @IsText(1, REASON_MAX_CHARS)
  reason: string;
}

/** An artifact that was invalidated together with everything derived from it. */
export class InvalidatedArtifact {
  /** UUID of the artifact. */
  @Bounded()
  artifact_id: string;

  /** The new state. */
  @ApiProperty({ enum: ['invalidated'] })
  status: 'invalidated';

  /** Increases by one when a caller replaces or invalidates the artifact, not when a source changes. */
  revision: number;

  /** When it was last changed. */
  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}
