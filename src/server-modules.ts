import type { Type } from '@nestjs/common';
import { ExpiredKeysModule } from './audit/idempotency/expired-keys.module';
import { SearchWarmUpModule } from './candidates/search-warm-up.module';
import { HttpModule } from './http/http.module';
import { McpModule } from './mcp/mcp.module';
import { OpsModule } from './ops/ops.module';
import { WorkersModule } from './workers/workers.module';

/** Returns the modules that only the server needs. If `workers` is false, leaves out those of the background loops. */
export function serverModules(workers: boolean): Type[] {
  return [HttpModule, McpModule, OpsModule, ...(workers ? [WorkersModule, ExpiredKeysModule] : []), SearchWarmUpModule];
}
