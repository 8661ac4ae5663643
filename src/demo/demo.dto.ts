import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { IsAbsentOr } from '../common/dto/bounded-request.dto';
import { Bounded, Capped, Nested } from '../common/response-bounds/bounded.decorators';
import type { LibraryKind } from '../database/entities/catalog/library.entity';
import { MAX_COUNT, MAX_LIBRARIES } from './planner/raw-demo-options';
import { DEMO_JOB_KINDS, DEMO_PHASES, DEMO_STATES } from './running/demo-state';

/** Requested numbers of titles. */
export class DemoSizeRequest {
  /** Number of films in all libraries together; 1..5,000. */
  @ApiProperty({ required: false, minimum: 1, maximum: MAX_COUNT })
  @IsAbsentOr()
  @IsInt()
  @Min(1)
  @Max(MAX_COUNT)
  movie_count?: number;

  /** Number of series in all libraries together; 1..5,000. */
  @ApiProperty({ required: false, minimum: 1, maximum: MAX_COUNT })
  @IsAbsentOr()
  @IsInt()
  @Min(1)
  @Max(MAX_COUNT)
  series_count?: number;
}

/** One library of the demo. */
export class DemoLibraryResponse {
  @Bounded()
  library_id: string;

  @Bounded()
  name: string;

  @ApiProperty({ enum: ['movies', 'series'] })
  library_kind: LibraryKind;

  /** Absolute path of the library's folder. */
  @Bounded(4_096)
  root: string;

  /** Number of films or series. */
  primary_item_count: number;

  /** Number of files that the demo created in the library. */
  file_count: number;

  /** Number of folders below the library's folder. */
  directory_count: number;
}

/**
 * The running command, or the last command if it was refused or failed. A failed command with a complete plan is
 * finished before any other command; until then, `kind` names it and not a later command.
 */
export class DemoJobResponse {
  @ApiProperty({ enum: DEMO_JOB_KINDS })
  kind: string;

  @Bounded()
  started_at: string;

  /** Number of titles or files that the current phase has processed. */
  done: number;

  /** Number of titles or files that the current phase processes in total. */
  total: number;

  @ApiProperty({ enum: DEMO_PHASES })
  phase: string;

  /** Why the last command was refused or failed, even if `kind` names an earlier one; null while a command runs. */
  @ApiProperty({ type: String, nullable: true })
  @Bounded(2_000)
  error: string | null;
}

/** Requests to the metadata provider since the service started. */
export class DemoProviderResponse {
  /** Number of attempts, including retries. */
  requests: number;
  retries: number;
  /** Number of requests that failed after all retries, and of titles and parts of answers that could not be used. */
  failures: number;
}

/** The state of the demo. */
export class DemoStatusResponse {
  @ApiProperty({ enum: DEMO_STATES })
  state: string;

  /** Absolute path of the generated tree. */
  @Bounded(4_096)
  root: string;

  @Bounded()
  database: string;

  /** The demo's administrator. */
  @Bounded()
  username: string;

  @Bounded()
  seed: string;

  @Capped(MAX_LIBRARIES, () => DemoLibraryResponse)
  libraries: DemoLibraryResponse[];

  @Nested(() => DemoJobResponse, { nullable: true })
  job: DemoJobResponse | null;

  @Nested(() => DemoProviderResponse)
  provider: DemoProviderResponse;
}
