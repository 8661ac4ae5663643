import '../src/engine';
import 'reflect-metadata';
import { serve } from '../src/app.serve';
import { loadConfig } from '../src/common/config/config';
import { BaselineModule } from './baseline';

/** Starts the service with the baseline route (`baseline.ts`), and prints its URL for the benchmark process. */
async function main(): Promise<void> {
  const service = await serve(loadConfig(process.env), { modules: [BaselineModule] });
  process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)));
  process.stdout.write(`ready ${service.url}\n`);
}

void main();
