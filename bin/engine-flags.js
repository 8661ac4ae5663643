// Prints the flags of V8 that a program is started with, for the scripts of package.json. They are read from the build;
// before the first build there are none.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const engine = join(__dirname, '../dist/src/engine.js');
if (existsSync(engine)) {
  // An older build names none.
  const { START_FLAGS = {} } = require(engine);
  console.log((START_FLAGS[process.argv[2]] ?? []).join(' '));
}
