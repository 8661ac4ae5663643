/** Program that runs the service and can kill itself at a failpoint. `service-process` compiles and starts it. */
import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../../src/app.serve';
import { armFailpoints, FAILPOINTS, type Failpoint } from '../../../src/common/failpoint';
import { loadConfig } from '../../../src/common/config/config';

/** Makes the process kill itself the `pass`-th time that it reaches the failpoint, counted from this message. */
export interface KillOrder {
  readonly failAt: Failpoint;
  readonly pass: number;
}

async function main(): Promise<void> {
  const app = await createApp(loadConfig(process.env));
  await app.listen(0, '127.0.0.1');
  process.on('message', (order: KillOrder) => armKill(order));
  process.on('disconnect', () => process.exit(0));
  const { port } = app.getHttpServer().address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}` });
}

function armKill({ failAt, pass }: KillOrder): void {
  let passes = 0;
  armFailpoints((name) => {
    if (name !== failAt) return;
    passes += 1;
    if (passes === pass) process.kill(process.pid, 'SIGKILL');
  });
  process.send?.({ armed: failAt });
}

/** `FAIL_AT` names the failpoint that is armed at the start, for example `FAIL_AT=refresh.claimed`. */
const { FAIL_AT } = process.env;
const failpoint = FAILPOINTS.find((name) => name === FAIL_AT);
if (failpoint !== undefined) armKill({ failAt: failpoint, pass: 1 });

void main();
