// Starts the demo for a try-out: with the embedded database, and secrets that end with the process unless they are set.
const { spawn } = require('node:child_process');
const { randomBytes } = require('node:crypto');
const { join } = require('node:path');

const defaults = {
  NODE_ENV: 'development',
  EMBEDDED_DATABASE: '1',
  JWT_SECRET: randomBytes(48).toString('base64'),
};
const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
const main = join(__dirname, '../dist/src/main.js');
const service = spawn(process.execPath, ['--enable-source-maps', main, '--demo', ...process.argv.slice(2)], {
  env: { ...defaults, ...given },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => service.kill(signal));
service.on('exit', (code) => process.exit(code ?? 1));
