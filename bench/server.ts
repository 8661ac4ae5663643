import '../src/engine';
import 'reflect-metadata';
import { serve } from '../src/app.serve';
import { loadConfig } from '../src/common/config/config';
import { FloorModule } from './floor';

/**
 * Starts the service and prints its URL for the benchmark process. The service has an additional route, the floor
 * route, which makes no database queries of its own. The benchmark compares the times of all other routes with its
 * time.
 */
async function main(): Promise<void> {
  const service = await serve(loadConfig(process.env), { modules: [FloorModule] });
  process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)));
  process.stdout.write(`ready ${service.url}\n`);
}

void main();
