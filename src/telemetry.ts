/**
 * Starts the export of traces if `OTLP_TRACES_URL` is set; otherwise loads nothing. `main.ts` imports this module
 * before the modules of the service, because only modules that are loaded later are traced.
 */
import './env-file';

function start(): () => Promise<void> {
  const { OTLP_TRACES_URL: url, TRACES_SAMPLED_PERCENT: percent } = process.env;
  if (!url || !URL.canParse(url)) return () => Promise.resolve();
  // A static import would load the packages of OpenTelemetry, 20 MB of memory, at each start.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- `import()` ends after the other modules load.
  const { startTracing } = require('./ops/tracing') as typeof import('./ops/tracing');
  return startTracing(url, toShare(percent));
}

/** Returns 0 for an invalid number. The validation of the settings then prevents the start. */
function toShare(percent: string | undefined): number {
  const share = Number(percent || '100') / 100;
  return share >= 0 && share <= 1 ? share : 0;
}

/** Sends the remaining traces. Takes at most five seconds and never throws. */
export const stopTracing = start();
