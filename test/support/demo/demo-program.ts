/**
 * Runs a demo in a process that kills itself with SIGKILL at a failpoint. The process loads its code and then waits for
 * a message that starts the demo. So a test can load the code of the next demo while the previous demo runs.
 */
import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../../src/app.serve';
import { loadConfig } from '../../../src/common/config/config';
import { armDemoFailpoints, type DemoFailpoint } from '../../../src/demo/running/demo-failpoint';
import { DemoModule } from '../../../src/demo/demo.module';

/** Where the process kills itself. */
export interface KillPoint {
  readonly at: DemoFailpoint;
  /** The process kills itself at this pass of the failpoint, counted from 1. */
  readonly pass: number;
}

/** A message of the test: starts the demo or sets another kill point. */
export interface DemoProgramMessage {
  readonly start?: true;
  /** Null means that the process does not kill itself. */
  readonly kill: KillPoint | null;
}

/** The reply of the process to a message that sets another kill point. */
export interface DemoProgramReply {
  readonly armed: true;
  /** Peak memory use of the process in MiB. */
  readonly peakMiB: number;
}

function arm(kill: KillPoint | null): void {
  let passes = 0;
  armDemoFailpoints((name) => {
    if (name !== kill?.at) return;
    passes += 1;
    if (passes === kill.pass) process.kill(process.pid, 'SIGKILL');
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
process.on('message', (message: DemoProgramMessage) => {
  arm(message.kill);
  if (message.start === true) void start();
  else process.send?.({ armed: true, peakMiB: process.resourceUsage().maxRSS / 1024 } satisfies DemoProgramReply);
});
process.send?.({ loaded: true });
