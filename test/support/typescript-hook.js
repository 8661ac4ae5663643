// Lets a process of its own run the sources as they are: `node -r test/support/typescript-hook.js program.ts`.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');

const configFile = join(__dirname, '../../.swcrc');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { filename, configFile, sourceMaps: 'inline' });
  module._compile(code, filename);
};
