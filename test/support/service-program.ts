/** The service as a process of its own that a test may kill at a failpoint; compiled and run by `service-process`. */
import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/app.setup';
import { armFailpoints, FAILPOINTS, type Failpoint } from '../../src/common/failpoint';
import { loadConfig } from '../../src/common/config/config';

/** Has the process killed when it passes the failpoint for the given time, 1 for the next. */
export interface KillOrder {
  readonly failAt: Failpoint;
  readonly pass: number;
}

async function main(): Promise<void> {
  const app = await createApp(loadConfig(process.env));
  await app.listen(0, '127.0.0.1');
  process.on('message', (order: KillOrder) => obey(order));
  process.on('disconnect', () => process.exit(0));
  const { port } = app.getHttpServer().address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}` });
}

function obey({ failAt, pass }: KillOrder): void {
  let passes = 0;
  armFailpoints((name) => {
    if (name !== failAt) return;
    passes += 1;
    if (passes === pass) process.kill(process.pid, 'SIGKILL');
  });
  process.send?.({ armed: failAt });
}

/** `FAIL_AT=refresh.claimed`: as an order that is there from the start. */
const { FAIL_AT } = process.env;
const named = FAILPOINTS.find((name) => name === FAIL_AT);
if (named !== undefined) obey({ failAt: named, pass: 1 });

void main();
