// Prints the V8 flags of the program that the argument names, `start` or `cli`. The scripts of package.json pass them
// to node. Reads the flags from the build. Prints nothing if there is no build.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const engine = join(__dirname, '../dist/src/engine.js');
if (existsSync(engine)) {
  // Older builds do not export START_FLAGS.
  const { START_FLAGS = {} } = require(engine);
  console.log((START_FLAGS[process.argv[2]] || []).join(' '));
}
