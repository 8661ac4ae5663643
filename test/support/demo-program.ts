/**
 * A demo as a process of its own, which dies as by `kill -9` at failpoints. It loads its code, then waits for the
 * order to start, so that a test can have the next one at hand when the one before has died.
 */
import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/app.setup';
import { loadConfig } from '../../src/common/config/config';
import { armDemoFailpoints, type DemoFailpoint } from '../../src/demo/running/demo-failpoint';
import { DemoModule } from '../../src/demo/demo.module';

/** Where to die. */
export interface Death {
  readonly at: DemoFailpoint;
  /** How often the place is passed, 1 for the next time. */
  readonly pass: number;
}

/** What the test says: start, or die elsewhere; null: nowhere. */
export interface DemoOrder {
  readonly start?: true;
  readonly death: Death | null;
}

/** What the process answers to an order that is none to start. */
export interface DemoArmed {
  readonly armed: true;
  /** Most memory that the process ever held, in MiB. */
  readonly peakMiB: number;
}

function arm(death: Death | null): void {
  let passes = 0;
  armDemoFailpoints((name) => {
    if (name !== death?.at) return;
    passes += 1;
    if (passes === death.pass) process.kill(process.pid, 'SIGKILL');
  });
}

async function start(): Promise<void> {
  const config = await DemoModule.prepare(loadConfig(process.env));
  const provider = { requestsPerSecond: 100_000, backoffMs: 1 };
  const app = await createApp(config, { modules: [DemoModule.for(config, provider)] });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}` });
}

process.on('disconnect', () => process.exit(0));
process.on('message', (order: DemoOrder) => {
  arm(order.death);
  if (order.start === true) void start();
  else process.send?.({ armed: true, peakMiB: process.resourceUsage().maxRSS / 1024 } satisfies DemoArmed);
});
process.send?.({ loaded: true });
