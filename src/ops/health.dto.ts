import { ApiProperty } from '@nestjs/swagger';
import type { FailingLoop } from '../common/processes/background-loops';
import { Bounded, Capped, Nested } from '../common/response-bounds/bounded.decorators';

/** The process answers. */
export class LiveResponse {
  @ApiProperty({ enum: ['live'] })
  status: 'live';
}

/** Whether one thing the service needs is there. */
export class HealthCheck {
  @ApiProperty({ enum: ['up', 'down'] })
  status: 'up' | 'down';
}

/** Whether the schema is that of this build. */
export class MigrationsCheck extends HealthCheck {
  /** Migrations of this build that have not run; null while the database does not answer. */
  @ApiProperty({ type: 'integer', nullable: true })
  pending: number | null;
}

/** How far the read model is behind the catalog. It never makes the service unready: stale rows are not served. */
export class ReadModelCheck extends HealthCheck {
  /** Seconds the longest waiting item has waited to be refreshed; 0 when none waits, null when it is not known. */
  @ApiProperty({ type: Number, nullable: true })
  lag_seconds: number | null;
}

/** Background work that failed more than once in a row. */
export class FailingBackgroundLoop implements FailingLoop {
  /** Name of the loop, as in the log and in the metrics. */
  @ApiProperty({ example: 'lexicon' })
  @Bounded(64)
  loop: string;

  /** Failures since the last success. */
  @ApiProperty({ type: 'integer' })
  failures: number;

  /** Seconds since the first of them. */
  @ApiProperty({ type: 'integer' })
  seconds: number;
}

/** Background work of this instance. It never makes the service unready: requests do not wait for it. */
export class BackgroundLoopsCheck extends HealthCheck {
  /** The loops that fail; empty while the status is `up`. */
  @Capped(32, () => FailingBackgroundLoop)
  failing: FailingBackgroundLoop[];
}

/** What readiness was judged by. */
export class HealthChecks {
  @Nested(() => HealthCheck)
  database: HealthCheck;

  @Nested(() => MigrationsCheck)
  migrations: MigrationsCheck;

  @Nested(() => ReadModelCheck)
  read_model: ReadModelCheck;

  @Nested(() => BackgroundLoopsCheck)
  background_loops: BackgroundLoopsCheck;
}

/** The service takes work. */
export class ReadyResponse {
  @ApiProperty({ enum: ['ready'] })
  status: 'ready';

  @Nested(() => HealthChecks)
  checks: HealthChecks;
}
