/** The service as a process of its own that a test may kill at a break point; compiled and run by `service-process`. */
import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/app.setup';
import { armBreakPoints, BREAK_POINTS, type BreakPoint } from '../../src/common/break-point';
import { loadConfig } from '../../src/common/config/config';

/** Has the process killed when it passes the break point for the given time, 1 for the next. */
export interface KillOrder {
  readonly failAt: BreakPoint;
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
  armBreakPoints((name) => {
    if (name !== failAt) return;
    passes += 1;
    if (passes === pass) process.kill(process.pid, 'SIGKILL');
  });
  process.send?.({ armed: failAt });
}

/** `FAIL_AT=refresh.claimed`: as an order that is there from the start. */
const { FAIL_AT } = process.env;
const named = BREAK_POINTS.find((name) => name === FAIL_AT);
if (named !== undefined) obey({ failAt: named, pass: 1 });

void main();
