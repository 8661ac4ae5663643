import { ApiProperty } from '@nestjs/swagger';
import { IsString, IsUUID } from 'class-validator';
import { Bounded, Capped } from '../../common/response-bounds/bounded.decorators';
import { IsAbsentOr } from '../../common/dto/bounded-request.dto';

/** Maximum number of libraries in a response. */
export const LISTED_LIBRARIES_MAX = 1_000;

/**
 * The rows to derive again. At most one of the two fields can be set. If neither is set, all rows of the libraries that
 * the caller may see are queued.
 */
export class RefreshReadModelsRequest {
  /** Queue all rows of this library. */
  @IsAbsentOr()
  @IsUUID('loose')
  library_id?: string;

  /** Queue only the item with this media id: `movie:<uuid>`, or another spelling, such as `Movies(<UUID>)`. */
  @IsAbsentOr()
  @IsString()
  media_id?: string;
}

/** Result of a refresh request. */
export class RefreshAccepted {
  /**
   * Number of items that the request queued. It makes no row stale: until a row of an item is derived again, reads
   * serve it as before, or still do not serve it if it was stale already.
   */
  queued: number;
}

/** The state of one library's read model. */
export class LibraryReadModel {
  /** UUID of the library. */
  @Bounded()
  library_id: string;

  /** Name of the library. */
  @Bounded()
  name: string;

  /** Increases with each change to the library. */
  revision: number;

  /** Number of rows that are current. Reads serve those of available items. */
  ready: number;

  /** Number of rows that must be derived again before reads can serve them. */
  stale: number;

  /** Number of items in the queue, including quarantined ones. */
  queued: number;

  /**
   * Number of items whose derivation failed too often. They are tried again when they change or a refresh is requested.
   */
  quarantined: number;

  /** Time at which the oldest item in the queue was queued; null if the queue is empty. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  oldest_dirty_at: string | null;

  /** The latest error of an item that is still in the queue; null if none of these items has failed. */
  @ApiProperty({ type: String, nullable: true, maxLength: 512 })
  last_error: string | null;
}

/** The state of the read model. */
export class ReadModelsResponse {
  /** The libraries, by name. */
  @Capped(LISTED_LIBRARIES_MAX, () => LibraryReadModel)
  libraries: LibraryReadModel[];
}
