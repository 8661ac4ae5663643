import { ServiceLogger } from '../../src/common/logging/service-logger';
import { canaryWatch } from './canary';

/**
 * A logger whose every line, at any level, is looked through for the canary; `also` gets the lines, too. With
 * TEST_LOG_LEVEL set, lines from that level on are printed.
 */
export function watchedLogger(also: (line: string) => void = () => undefined): ServiceLogger {
  const printed = process.env['TEST_LOG_LEVEL'];
  return new ServiceLogger(printed ?? 'trace', {
    write: (line: string) => {
      canaryWatch.look('the log', line);
      also(line);
      if (printed !== undefined) process.stdout.write(line);
    },
  });
}
