// A thread that tells of each pattern that it is sent whether it takes linear time. Outside of the test runner's realm, in
// which the checker takes ten times as long.
const { parentPort } = require('node:worker_threads');

// In JavaScript: the same on every platform, without Java and without a program of its own.
process.env.RECHECK_SYNC_BACKEND = 'pure';
const { checkSync } = require('recheck');

/**
 * The checker decides by counts of steps and never by time, which other processes would decide: its limits of time are
 * far away. What its automata cannot tell (patterns that look around) it attacks with texts of so many characters, on
 * which a pattern of more than linear time takes more than so many steps.
 */
const CHECK = {
  timeout: 3_600_000,
  attackTimeout: 3_600_000,
  incubationTimeout: 3_600_000,
  maxAttackStringSize: 10_000,
  attackLimit: 30_000_000,
};

parentPort.on('message', ({ source, flags }) => parentPort.postMessage(checkSync(source, flags, CHECK).status));
