// A worker thread that receives patterns. It replies to each pattern with the status from the checker: `safe` if the
// pattern takes linear time. The checker runs in a separate thread, because it takes ten times as long in the VM
// context in which Jest runs tests.
const { parentPort } = require('node:worker_threads');

// Selects the JavaScript implementation. It needs neither Java nor a native program, and is the same on every platform.
process.env.RECHECK_SYNC_BACKEND = 'pure';
const { checkSync } = require('recheck');

/**
 * The time limits are so high that the checker never reaches them. With lower limits, the load of the machine could
 * change the result. The checker cannot analyse patterns with lookaround by automata, so it searches for slow inputs
 * instead. It tries inputs of up to `maxAttackStringSize` characters. A pattern is vulnerable if matching one input
 * reads more than `attackLimit` characters. A pattern that takes linear time stays below this limit.
 */
const CHECK = {
  timeout: 3_600_000,
  attackTimeout: 3_600_000,
  incubationTimeout: 3_600_000,
  maxAttackStringSize: 10_000,
  attackLimit: 30_000_000,
};

parentPort.on('message', ({ source, flags }) => parentPort.postMessage(checkSync(source, flags, CHECK).status));
