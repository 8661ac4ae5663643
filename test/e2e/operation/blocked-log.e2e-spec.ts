import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceLogger } from '../../../src/common/logging/service-logger';
import { client } from '../../support/requests/client';
import { ProbeModule } from '../../support/app/probe.module';
import { createTestApp } from '../../support/app/test-app';

describe('a log whose reader has stopped reading', () => {
  it('drops lines and counts them, and does not block requests', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'intelligence-log-'));
    const pipe = join(directory, 'log');
    execFileSync('mkfifo', [pipe]);
    // The test opens the pipe for reading but reads nothing, so the pipe accepts 64 KiB and then blocks the writer.
    const reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    const logger = new ServiceLogger('trace', pipe);
    const app = await createTestApp({ modules: [ProbeModule], logger });
    try {
      await client(app).get('/health/live', { expect: 200 });
      const filler = 'x'.repeat(64 * 1024);
      for (let line = 0; line < 200; line += 1) logger.pino.info({ filler }, 'Filling');
      expect(logger.dropped).toBeGreaterThan(0);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => client(app).post('/probe/echo', { value: 1 })),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    } finally {
      await app.close();
      closeSync(reader);
      rmSync(directory, { recursive: true });
    }
  });
});
