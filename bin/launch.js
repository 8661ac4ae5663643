#!/usr/bin/env -S node --enable-source-maps
// Runs one program of the build (start, demo, quickstart, cli or client). Checks the version of Node first, because an old
// version cannot parse the other files.
const refusal = require('./node-version').findRefusal(process.versions.node);
if (refusal === null) require('./programs').launch(process.argv.slice(2));
else {
  console.error(refusal);
  process.exitCode = 1;
}
