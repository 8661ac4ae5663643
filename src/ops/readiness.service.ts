import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { BackgroundLoops } from '../common/processes/background-loops';
import { Lifecycle } from '../common/processes/lifecycle';
import { Problem } from '../common/problems/problem';
import { Rederivation } from '../read-model/refresh/rederivation';
import type { DatabaseCheck, DatabaseNodesCheck, HealthChecks, ReadyResponse } from './health.dto';
import { type DatabaseState, type NodeState, ReadinessRepository } from './readiness.repository';

/** Time limit of a probe. After it, the database counts as down. */
const TIMEOUT_MS = 1500;
/** Probes reuse the result of a query for this time. */
const CACHE_MS = 500;

/** Decides whether the service is ready for requests. */
@Injectable()
export class ReadinessService {
  private latest: { readonly at: number; readonly state: Promise<DatabaseState | null> } | null = null;

  constructor(
    private readonly repository: ReadinessRepository,
    private readonly lifecycle: Lifecycle,
    private readonly loops: BackgroundLoops,
    private readonly rederivation: Rederivation,
  ) {}

  /**
   * Throws `overloaded` with the checks while the service is stopping, migrations are pending or the database is down.
   */
  async getReady(): Promise<ReadyResponse> {
    const state = await this.findState();
    const checks = toChecks(state, this.loops, this.rederivation);
    if (this.lifecycle.isStopping || state === null || state.pendingMigrations > 0) {
      throw new Problem('overloaded', { headers: { 'Retry-After': '1' }, extras: { checks } });
    }
    return { status: 'ready', checks };
  }

  /** The state of the database, at most half a second old; null if the database did not respond in time or failed. */
  findState(): Promise<DatabaseState | null> {
    const now = performance.now();
    if (this.latest === null || now - this.latest.at > CACHE_MS) this.latest = { at: now, state: this.query() };
    return this.latest.state;
  }

  private async query(): Promise<DatabaseState | null> {
    const timeout = new AbortController();
    try {
      return await Promise.race([
        this.repository.getState(),
        delay(TIMEOUT_MS, null, { signal: timeout.signal, ref: false }),
      ]);
    } catch {
      // The response of the probe contains no reason. Failed requests log the database error.
      return null;
    } finally {
      timeout.abort();
    }
  }
}

function toChecks(
  state: DatabaseState | null,
  loops: BackgroundLoops,
  { olderRows }: Pick<Rederivation, 'olderRows'>,
): HealthChecks {
  const pending = state?.pendingMigrations ?? null;
  const lag = state?.lagSeconds ?? null;
  const failing = loops.all.flatMap((loop) => loop.failing ?? []);
  return {
    database: toDatabaseCheck(state),
    migrations: { status: pending === 0 ? 'up' : 'down', pending },
    read_model: { status: lag === null ? 'down' : 'up', lag_seconds: lag, older_rows: olderRows },
    background_loops: { status: failing.length === 0 ? 'up' : 'down', failing },
    ...(state?.nodes === undefined ? {} : { database_nodes: toNodesCheck(state.nodes) }),
  };
}

function toDatabaseCheck(state: DatabaseState | null): DatabaseCheck {
  const { separateRoles = null, rowSecurity = null } = state ?? {};
  const status = state === null ? 'down' : 'up';
  return { status, separate_roles: separateRoles, row_security: rowSecurity, warning: warningOf(state) };
}

function warningOf(state: DatabaseState | null): string | null {
  if (state?.separateRoles === false) {
    return 'The role that serves reads can also write: set up separate roles with the command `roles`.';
  }
  if (state?.rowSecurity === false) {
    return 'Row-level security does not apply to the role that serves reads: run the command `roles`.';
  }
  return null;
}

function toNodesCheck(states: readonly NodeState[]): DatabaseNodesCheck {
  const nodes = states.map(({ node, answers }) => ({ node, status: answers ? ('up' as const) : ('down' as const) }));
  return { status: states.every(({ answers }) => answers) ? 'up' : 'down', nodes };
}
