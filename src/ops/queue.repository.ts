import { Injectable } from '@nestjs/common';
import { ReadPool } from '../database/read-pool';
import type { Statement } from '../database/read-scope';
import { NO_USER } from '../common/principal';

/** Numbers of items in the refresh queue, together at most `ITEMS_MAX`. */
export interface QueueCounts {
  readonly queued: number;
  readonly quarantined: number;
}

/** Maximum number of items counted, so that the cost of a scrape does not grow with the queue. */
const ITEMS_MAX = 100_000;

const COUNTS: Statement = {
  name: 'ops_queue_counts',
  text: `SELECT (count(*) FILTER (WHERE NOT quarantined))::int AS queued,
                (count(*) FILTER (WHERE quarantined))::int AS quarantined
           FROM (SELECT quarantined FROM intelligence_dirty_keys LIMIT ${ITEMS_MAX}) AS items`,
};

/** Counts the refresh queue for the metrics. */
@Injectable()
export class QueueRepository {
  constructor(private readonly pool: ReadPool) {}

  /** Throws when the database does not respond. */
  async countItems(): Promise<QueueCounts> {
    const [counts] = await this.pool.readAs(NO_USER, (scope) =>
      scope.rows<QueueCounts & { [key: string]: number }>(COUNTS),
    );
    return counts ?? { queued: 0, quarantined: 0 };
  }
}
