import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { Bounded, Capped, Nested } from '../common/response-bounds/bounded.decorators';
import { IsAbsentOr } from '../common/dto/bounded-request.dto';
import { DEMO_JOB_KINDS, DEMO_PHASES, DEMO_STATES } from './running/demo-state';

/** Titles of one kind at most. */
export const DEMO_COUNT_MAX = 5_000;
/** Libraries a demo may have. */
export const DEMO_LIBRARIES_MAX = 10;

/** Numbers of titles. */
export class DemoSizeRequest {
  /** Films, over all libraries of films; 1..5,000. */
  @ApiProperty({ required: false, minimum: 1, maximum: DEMO_COUNT_MAX })
  @IsAbsentOr()
  @IsInt()
  @Min(1)
  @Max(DEMO_COUNT_MAX)
  movie_count?: number;

  /** Series, over all libraries of series; 1..5,000. */
  @ApiProperty({ required: false, minimum: 1, maximum: DEMO_COUNT_MAX })
  @IsAbsentOr()
  @IsInt()
  @Min(1)
  @Max(DEMO_COUNT_MAX)
  series_count?: number;
}

/** One library of the demo. */
export class DemoLibraryResponse {
  @Bounded()
  library_id: string;

  @Bounded()
  name: string;

  @ApiProperty({ enum: ['movies', 'series'] })
  library_kind: 'movies' | 'series';

  /** Absolute path of the library's folder. */
  @Bounded(4_096)
  root: string;

  /** Films, or series. */
  primary_item_count: number;

  /** Files that the demo made in it. */
  file_count: number;

  /** Folders below the library's own. */
  directory_count: number;
}

/** A command under way, or one that was refused or failed. */
export class DemoJobResponse {
  @ApiProperty({ enum: DEMO_JOB_KINDS })
  kind: string;

  @Bounded()
  started_at: string;

  /** Parts of the phase that are done, and how many there are: titles, or files. */
  done: number;
  total: number;

  @ApiProperty({ enum: DEMO_PHASES })
  phase: string;

  /** Why it was refused or failed; null while it runs. */
  @ApiProperty({ type: String, nullable: true })
  @Bounded(2_000)
  error: string | null;
}

/** Requests to the metadata provider since the service started. */
export class DemoProviderResponse {
  /** Attempts, retries included. */
  requests: number;
  retries: number;
  /** Requests that failed for good, and parts of answers that could not be used. */
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

  @Capped(DEMO_LIBRARIES_MAX, () => DemoLibraryResponse)
  libraries: DemoLibraryResponse[];

  @Nested(() => DemoJobResponse, { nullable: true })
  job: DemoJobResponse | null;

  @Nested(() => DemoProviderResponse)
  provider: DemoProviderResponse;
}
