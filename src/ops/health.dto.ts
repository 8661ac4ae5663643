import { ApiProperty } from '@nestjs/swagger';
import { Nested } from '../common/bounded/bounded.decorators';

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

/** What readiness was judged by. */
export class HealthChecks {
  @Nested(() => HealthCheck)
  database: HealthCheck;

  @Nested(() => MigrationsCheck)
  migrations: MigrationsCheck;

  @Nested(() => ReadModelCheck)
  read_model: ReadModelCheck;
}

/** The service takes work. */
export class ReadyResponse {
  @ApiProperty({ enum: ['ready'] })
  status: 'ready';

  @Nested(() => HealthChecks)
  checks: HealthChecks;
}
