import { ServiceLogger } from '../../../src/common/logging/service-logger';
import { canaryWatch } from '../checks/canary';

/**
 * Returns a logger that searches every line for the canary (see `canary.ts`), which must not be logged, and then passes
 * the line to `also`. If TEST_LOG_LEVEL is set, the logger has this level and also prints the lines. Otherwise it has
 * the level `trace`.
 */
export function watchedLogger(also: (line: string) => void = () => undefined): ServiceLogger {
  const level = process.env['TEST_LOG_LEVEL'];
  return new ServiceLogger(level ?? 'trace', {
    write: (line: string) => {
      canaryWatch.look('the log', line);
      also(line);
      if (level !== undefined) process.stdout.write(line);
    },
  });
}
