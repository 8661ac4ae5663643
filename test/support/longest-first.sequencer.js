const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** The suites that take minutes, the longest first. */
const LONGEST = [
  'test/db/freshness-model/freshness-model.spec.ts',
  'test/e2e/new-words/new-words.e2e-spec.ts',
  'test/e2e/demo-crash.e2e-spec.ts',
  'test/e2e/related-real.e2e-spec.ts',
  'test/e2e/crash-safety.e2e-spec.ts',
];

/**
 * Starts the longest suites first: in a fresh clone jest knows no times, and one that begins last keeps a single worker
 * busy for minutes while the other has nothing to do.
 */
class LongestFirstSequencer extends Sequencer {
  constructor(...options) {
    super(...options);
    const missing = LONGEST.filter((name) => !existsSync(join(__dirname, '../..', name)));
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
