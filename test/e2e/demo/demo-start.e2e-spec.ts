import { Client } from 'pg';
import { BackgroundLoops } from '../../../src/common/processes/background-loops';
import { COMMAND_LOCK } from '../../../src/demo/demo.store';
import { DemoModule } from '../../../src/demo/demo.module';
import { type DemoFixture, createDemoFixture } from '../../support/demo/demo-app';
import { eventually } from '../../support/eventually';

describe('a demo that starts while another instance holds the command lock', () => {
  let fixture: DemoFixture;
  let otherInstance: Client;

  beforeAll(async () => {
    fixture = await createDemoFixture();
    await DemoModule.prepare(fixture.config());
    otherInstance = await fixture.connect();
    await otherInstance.query('SELECT pg_advisory_lock($1)', [COMMAND_LOCK]);
  });
  afterAll(async () => {
    await otherInstance.end();
    await fixture.close();
  });

  it('seeds after the release of the lock, even if attempts to get the lock failed', async () => {
    const demo = await fixture.start();
    const { all } = demo.app.get(BackgroundLoops);
    const startLoop = all.find(({ name }) => name === 'demo-start');
    try {
      expect((await demo.status()).state).toBe('seeding');
      await otherInstance.query(`ALTER DATABASE ${fixture.databaseName} CONNECTION LIMIT 0`);
      await otherInstance.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      await eventually(() => (startLoop?.consecutiveFailures ?? 0) >= 2, 60_000);
      await otherInstance.query(`ALTER DATABASE ${fixture.databaseName} CONNECTION LIMIT -1`);
      await otherInstance.query('SELECT pg_advisory_unlock($1)', [COMMAND_LOCK]);
      await eventually(async () => (await demo.settle()).state === 'ready', 60_000);
      expect(startLoop?.consecutiveFailures).toBe(0);
    } finally {
      await demo.close();
    }
  });
});
