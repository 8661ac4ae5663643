import { ApiProperty } from '@nestjs/swagger';
import { IsString, IsUUID } from 'class-validator';
import { Bounded, Capped } from '../../common/response-bounds/bounded.decorators';
import { IsAbsentOr } from '../../common/dto/bounded-request.dto';

/** Libraries one answer lists. */
export const LIBRARIES_MAX = 1_000;

/** Which rows to derive again; at most one of the two, neither means all. */
export class RefreshReadModelsRequest {
  /** Every row of one library. */
  @IsAbsentOr()
  @IsUUID('loose')
  library_id?: string;

  /** One item, in any accepted spelling. */
  @IsAbsentOr()
  @IsString()
  media_id?: string;
}

/** What was queued. */
export class RefreshAccepted {
  /** Rows that were queued; they are served as they are until they are derived again. */
  queued: number;
}

/** The state of one library's read model. */
export class LibraryReadModel {
  @Bounded()
  library_id: string;

  @Bounded()
  name: string;

  /** Grows with each change to the library. */
  revision: number;

  /** Rows that reads may serve. */
  ready: number;

  /** Rows that wait to be derived again. */
  stale: number;

  /** Keys in the queue, quarantined ones among them. */
  queued: number;

  /** Keys that failed too often; they are tried again when their item changes. */
  quarantined: number;

  /** When the longest waiting key was queued. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  oldest_dirty_at: string | null;

  @ApiProperty({ type: String, nullable: true, maxLength: 512 })
  last_error: string | null;
}

/** The state of the read model. */
export class ReadModelsResponse {
  /** Grows with each change to the catalog. */
  catalog_revision: number;

  @Capped(LIBRARIES_MAX, () => LibraryReadModel)
  libraries: LibraryReadModel[];
}
