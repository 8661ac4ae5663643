/** A process of its own that derives rows on threads, and reports to the process that started it. */
import { randomBytes } from 'node:crypto';
import { loadConfig } from '../../src/common/config/config';
import { MediaDeriver } from '../../src/read-model/media-deriver';
import { anySources } from './media-sources';

/** What the program sends. */
export interface DeriverReport {
  /** Threads that were started. */
  readonly threads: number;
  /** The rows of many items as threads gave them, and as the main thread did. */
  readonly onThreads: unknown;
  readonly onMain: unknown;
  /** What was said of sources one of which is broken. */
  readonly failure: string;
  /** Rows of as many items, after that. */
  readonly afterwards: number;
}

async function main(): Promise<void> {
  let threads = 0;
  process.on('worker', () => (threads += 1));
  const sources = anySources(1_000);
  const onThreads = deriverOf('2');
  const onMain = deriverOf('0');
  const report: DeriverReport = {
    onThreads: await onThreads.derive(sources),
    onMain: await onMain.derive(sources),
    failure: await onThreads.derive([...sources, 'no source']).then(String, String),
    afterwards: (await onThreads.derive(sources)).length,
    threads,
  };
  await Promise.all([onThreads.onApplicationShutdown(), onMain.onApplicationShutdown()]);
  process.send?.(report, () => process.disconnect());
}

function deriverOf(threads: string): MediaDeriver {
  const JWT_SECRET = randomBytes(48).toString('base64');
  return new MediaDeriver(loadConfig({ NODE_ENV: 'test', JWT_SECRET, DERIVATION_THREADS: threads }));
}

void main();
