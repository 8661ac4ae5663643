import { ApiProperty } from '@nestjs/swagger';
import { Bounded, Capped, Nested } from '../common/response-bounds/bounded.decorators';

/** Answer of the liveness probe. */
export class LiveResponse {
  /** The process answers. */
  @ApiProperty({ enum: ['live'] })
  status: 'live';
}

/** State of one dependency of the service. */
export class HealthCheck {
  /** Whether the check passed. */
  @ApiProperty({ enum: ['up', 'down'] })
  status: 'up' | 'down';
}

/** Whether the database answers, and whether its roles and row-level security protect the rows of users. */
export class DatabaseCheck extends HealthCheck {
  /** Whether reads use a role that cannot write; null while the database does not respond or has no tables. */
  @ApiProperty({ type: Boolean, nullable: true })
  separate_roles: boolean | null;

  /** Whether row-level security applies to reads; null while the database does not respond or has no tables. */
  @ApiProperty({ type: Boolean, nullable: true })
  row_security: boolean | null;

  /** What an operator should change; null if there is nothing. It never makes the service unready. */
  @ApiProperty({ type: String, nullable: true })
  @Bounded(256)
  warning: string | null;
}

/** Whether the database has the schema of this build. */
export class MigrationsCheck extends HealthCheck {
  /** Number of migrations of this build that have not run; null while the database does not respond. */
  @ApiProperty({ type: 'integer', nullable: true })
  pending: number | null;
}

/** Lag of the read model behind the catalog. It never makes the service unready, because stale rows are not served. */
export class ReadModelCheck extends HealthCheck {
  /**
   * Age in seconds of the oldest queued item that is not quarantined; 0 if none, null if unknown. On one database
   * server, only the next 50 queued items of each library count.
   */
  @ApiProperty({ type: Number, nullable: true })
  lag_seconds: number | null;

  /**
   * Number of rows of the read model that the rules of an earlier release derived: rows of items, and up to 100,000
   * rows in each of the two tables of words for spelling correction. These rows are served until they are derived again
   * in the background. Null before the first count of this instance.
   */
  @ApiProperty({ type: 'integer', nullable: true })
  older_rows: number | null;
}

/** Background work that failed more than once in a row. */
export class FailingBackgroundLoop {
  /** Name of the loop, as in the log and in the metrics. */
  @ApiProperty({ example: 'lexicon' })
  @Bounded(64)
  loop: string;

  /** Failures since the last success. */
  @ApiProperty({ type: 'integer' })
  failures: number;

  /** Seconds since the first failure after the last success. */
  @ApiProperty({ type: 'integer' })
  seconds: number;
}

/** Background work of this instance. It never makes the service unready, because requests do not wait for it. */
export class BackgroundLoopsCheck extends HealthCheck {
  /** The loops that fail. Empty while the status is `up`. */
  @Capped(32, () => FailingBackgroundLoop)
  failing: FailingBackgroundLoop[];
}

/** Whether a node of a distributed database answers. */
export class DatabaseNodeCheck extends HealthCheck {
  /** Number of the node in the catalog of the database (`pg_dist_node.nodeid`). */
  @ApiProperty({ type: 'integer' })
  node: number;
}

/** The nodes of a distributed database. While one is down, requests for libraries on it get `overloaded`. */
export class DatabaseNodesCheck extends HealthCheck {
  /** The nodes in the order of their numbers. */
  @Capped(256, () => DatabaseNodeCheck)
  nodes: DatabaseNodeCheck[];
}

/** The results of all readiness checks. */
export class HealthChecks {
  /** Whether the database answers, and how it is protected. */
  @Nested(() => DatabaseCheck)
  database: DatabaseCheck;

  /** Whether the schema is current. */
  @Nested(() => MigrationsCheck)
  migrations: MigrationsCheck;

  /** How far the read model is behind the catalog. The check fails only if that is unknown. */
  @Nested(() => ReadModelCheck)
  read_model: ReadModelCheck;

  /** Whether the background loops work. */
  @Nested(() => BackgroundLoopsCheck)
  background_loops: BackgroundLoopsCheck;

  /**
   * The nodes of a distributed database; absent with one server. A node that is down does not make the service unready.
   */
  @Nested(() => DatabaseNodesCheck, { optional: true })
  database_nodes?: DatabaseNodesCheck;
}

/** The service accepts requests. */
export class ReadyResponse {
  /** All checks that readiness depends on have passed. */
  @ApiProperty({ enum: ['ready'] })
  status: 'ready';

  /** The result of each check. */
  @Nested(() => HealthChecks)
  checks: HealthChecks;
}
