/** A demo as a process of its own, which dies as by `kill -9` at the break point that FAIL_AT names. */
import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/app.setup';
import { loadConfig } from '../../src/common/config/config';
import { armDemoBreakPoints } from '../../src/demo/demo-break-point';
import { DemoModule } from '../../src/demo/demo.module';

const { FAIL_AT, PASS = '1' } = process.env;
let passes = 0;

armDemoBreakPoints((name) => {
  if (name !== FAIL_AT) return;
  passes += 1;
  if (passes === Number(PASS)) process.kill(process.pid, 'SIGKILL');
});

async function main(): Promise<void> {
  const config = await DemoModule.prepare(loadConfig(process.env));
  const provider = { requestsPerSecond: 100_000, backoffMs: 1 };
  const app = await createApp(config, { modules: [DemoModule.for(config, provider)] });
  await app.listen(0, '127.0.0.1');
  process.on('disconnect', () => process.exit(0));
  const { port } = app.getHttpServer().address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}` });
}

void main();
