// Runs the slowest test files first, so that no worker has a long one at the end. Durations are from the run before; on
// a fresh clone they are estimated by the kind of test. With TEST_SEED=<any text> they run in an order by chance, the same
// for the same seed: what a file leaves behind in an application that others share shows there.
const { createHash } = require('node:crypto');
const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

const TYPICAL_MS = [
  [/\/browser\/screens\./, 75_000],
  [/\/test\/(browser|process|production)\/|\/embedded-postgres\//, 15_000],
  [/\/apps\/api\/test\//, 5_000],
];

module.exports = class SlowestFirst extends Sequencer {
  sort(tests) {
    const { TEST_SEED: seed } = process.env;
    if (seed) return tests.toSorted((a, b) => (chanceOf(seed, a) < chanceOf(seed, b) ? -1 : 1));
    return super.sort(tests).toSorted((a, b) => expectedMs(b) - expectedMs(a));
  }
};

function chanceOf(seed, { path }) {
  return createHash('sha256')
    .update(`${seed} ${relative(process.cwd(), path)}`)
    .digest('hex');
}

function expectedMs({ duration, path }) {
  const [, typicalMs = 1_000] = TYPICAL_MS.find(([kind]) => kind.test(path)) ?? [];
  return duration ?? typicalMs;
}
