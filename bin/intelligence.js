#!/usr/bin/env node
// Runs the client of the service: `npx intelligence --demo search "trip to the moon"`.
process.argv.splice(2, 0, 'client');
require('./launch');
