/** Rows of the refresh queue that cannot be refreshed. */
import { eventually } from '../../support/eventually';
import { mediaIdOf } from '../../support/catalog/catalog';
import type { FaultKind, EndFault } from '../fault-kind';
import type { TestedSystem } from '../tested-system';
import { WATCHED_FILMS, LIBRARY_ID } from '../registers';

/** Faults of the refresh queue. */
export const REFRESH_QUEUE_KINDS: readonly FaultKind[] = [
  {
    name: 'a row of the refresh queue without an item',
    inject: async ({ cluster }: TestedSystem): Promise<EndFault> => {
      await cluster.query(
        `INSERT INTO intelligence_dirty_keys (library_id, media_id, reason) VALUES ($1, gen_random_uuid(), 'fault')
         ON CONFLICT DO NOTHING`,
        'faults',
        [LIBRARY_ID],
      );
      return async () => {
        await eventually(async () => {
          const rows = await cluster.query(`SELECT FROM intelligence_dirty_keys WHERE reason = 'fault'`);
          return rows.length === 0;
        });
      };
    },
  },
  {
    name: 'rows of the refresh queue that always fail',
    inject: async ({ cluster }: TestedSystem): Promise<EndFault> => {
      const items = WATCHED_FILMS.map((title) => mediaIdOf('movie', title).slice('movie:'.length));
      // A refresh writes only rows with another hash. With the constraint, it cannot write those of the watched films.
      await cluster.query(
        `UPDATE intelligence_media_context SET derived_hash = derived_hash || 'fault' WHERE media_id IN ('${items.join("','")}')`,
      );
      await cluster.query(
        `ALTER TABLE intelligence_media_context ADD CONSTRAINT fault CHECK (media_id NOT IN ('${items.join("','")}')) NOT VALID`,
      );
      await cluster.query(
        `INSERT INTO intelligence_dirty_keys (library_id, media_id, reason)
         SELECT library_id, media_id, 'fault' FROM media_items WHERE library_id = '${LIBRARY_ID}' ON CONFLICT DO NOTHING`,
      );
      await eventually(async () => {
        const failed = await cluster.query('SELECT FROM intelligence_dirty_keys WHERE attempts > 0');
        return failed.length === items.length;
      });
      return async () => {
        await cluster.query('ALTER TABLE intelligence_media_context DROP CONSTRAINT fault');
        await cluster.query('UPDATE intelligence_dirty_keys SET not_before = now(), attempts = 0, quarantined = false');
        await eventually(async () => (await cluster.query('SELECT FROM intelligence_dirty_keys')).length === 0);
      };
    },
  },
];
