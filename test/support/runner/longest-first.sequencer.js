const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites that take minutes, from longest to shortest. */
const LONGEST = [
  'test/db/freshness-model/freshness-model.spec.ts',
  'test/e2e/catalog/new-words/new-words.e2e-spec.ts',
  'test/db/freshness-model/two-releases.spec.ts',
  'test/e2e/demo/demo-crash.e2e-spec.ts',
  'test/e2e/items/related-real/related-real.e2e-spec.ts',
  'test/e2e/processes/crash-safety.e2e-spec.ts',
  'test/e2e/processes/process-stop.e2e-spec.ts',
];

/**
 * Starts the longest suites first. In a fresh clone, Jest has no recorded durations. A long suite that starts last
 * would keep one worker busy for minutes while the other workers are idle.
 */
class LongestFirstSequencer extends Sequencer {
  constructor(...options) {
    super(...options);
    const missing = LONGEST.filter((name) => !existsSync(join(__dirname, '../../..', name)));
    if (missing.length > 0) throw new Error(`No such suites: ${missing.join(', ')}`);
  }

  async sort(tests) {
    const rankOf = ({ path }) => {
      const rank = LONGEST.findIndex((name) => path.endsWith(name));
      return rank < 0 ? LONGEST.length : rank;
    };
    return (await super.sort(tests)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}

module.exports = LongestFirstSequencer;
