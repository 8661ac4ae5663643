#!/usr/bin/env -S node --enable-source-maps
// Runs one program of the build (start, demo, quickstart, cli or client). Checks the version of Node first, because an
// old version cannot parse the other files.
const error = require('./node-version').findVersionError(process.versions.node);
if (error === null) require('./programs').launch(process.argv.slice(2));
else {
  console.error(error);
  process.exitCode = 1;
}
