// The health check of the image: exits with 0 if the service in this container is ready. Reads `.env` in its working
// directory, as the service does.
const { loadEnvFile } = require('../dist/src/common/config/env-file');

loadEnvFile(process.cwd(), process.env);
const { PORT, HOST } = process.env;

/** The address that reaches a server on this machine that listens on `host`. */
function addressFor(host) {
  if (!host || host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

fetch(`http://${addressFor(HOST)}:${PORT || 3000}/health/ready`, { signal: AbortSignal.timeout(2500) }).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
);
