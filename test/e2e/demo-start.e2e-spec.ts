import { Client } from 'pg';
import { BackgroundLoops } from '../../src/common/processes/background-loops';
import { COMMAND_LOCK } from '../../src/demo/demo.store';
import { DemoModule } from '../../src/demo/demo.module';
import { type DemoPlace, makeDemoPlace } from '../support/demo-app';
import { eventually } from '../support/eventually';

describe('a demo that starts beside an instance at work', () => {
  let place: DemoPlace;
  let other: Client;

  beforeAll(async () => {
    place = await makeDemoPlace();
    await DemoModule.prepare(place.config());
    other = await place.connect();
    await other.query('SELECT pg_advisory_lock($1)', [COMMAND_LOCK]);
  });
  afterAll(async () => {
    await other.end();
    await place.close();
  });

  it('seeds in the end, also after it found no connection to ask whether it is its turn', async () => {
    const demo = await place.start();
    const { all } = demo.app.get(BackgroundLoops, { strict: false });
    const starting = all.find(({ name }) => name === 'demo-start');
    try {
      expect((await demo.status()).state).toBe('seeding');
      await other.query(`ALTER DATABASE ${place.databaseName} CONNECTION LIMIT 0`);
      await other.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      await eventually(() => (starting?.consecutiveFailures ?? 0) >= 2, 60_000);
      await other.query(`ALTER DATABASE ${place.databaseName} CONNECTION LIMIT -1`);
      await other.query('SELECT pg_advisory_unlock($1)', [COMMAND_LOCK]);
      await eventually(async () => (await demo.settle()).state === 'ready', 60_000);
      expect(starting?.consecutiveFailures).toBe(0);
    } finally {
      await demo.close();
    }
  });
});
