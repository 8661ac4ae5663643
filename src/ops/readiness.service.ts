import { Injectable } from '@nestjs/common';
import { BackgroundLoops } from '../common/processes/background-loops';
import { withDeadline } from '../common/outbound/deadline';
import { Lifecycle } from '../common/processes/lifecycle';
import { Problem } from '../common/problems/problem';
import { Rederivation } from '../read-model/refresh/rederivation';
import type { DatabaseNodesCheck, HealthChecks, ReadyResponse } from './health.dto';
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
    if (this.lifecycle.isStopping || state === null || state.pending > 0) {
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
    try {
      return await withDeadline(TIMEOUT_MS, () => this.repository.getState());
    } catch {
      // The response of the probe contains no reason. Failed requests log the database error.
      return null;
    }
  }
}

function toChecks(
  state: DatabaseState | null,
  loops: BackgroundLoops,
  { olderRows }: Pick<Rederivation, 'olderRows'>,
): HealthChecks {
  const { pending = null, lag_seconds = null, separate_roles = null, row_security = null, nodes } = state ?? {};
  const failing = loops.all.flatMap((loop) => loop.failing ?? []);
  return {
    database: { status: state === null ? 'down' : 'up', separate_roles, row_security, warning: warningOf(state) },
    migrations: { status: pending === 0 ? 'up' : 'down', pending },
    read_model: { status: lag_seconds === null ? 'down' : 'up', lag_seconds, older_rows: olderRows },
    background_loops: { status: failing.length === 0 ? 'up' : 'down', failing },
    ...(nodes === undefined ? {} : { database_nodes: toNodesCheck(nodes) }),
  };
}

function warningOf(state: DatabaseState | null): string | null {
  if (state?.separate_roles === false) {
    return 'The role that serves reads can also write: set up separate roles with the command `roles`.';
  }
  if (state?.row_security === false) {
    return 'Row-level security does not apply to the role that serves reads: run the command `roles`.';
  }
  return null;
}

function toNodesCheck(states: readonly NodeState[]): DatabaseNodesCheck {
  const nodes = states.map(({ node, answers }) => ({ node, status: answers ? ('up' as const) : ('down' as const) }));
  return { status: states.every(({ answers }) => answers) ? 'up' : 'down', nodes };
}
