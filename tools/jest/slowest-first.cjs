// Runs the slowest test files first, so that no worker has a long one at the end. Durations are from the run before; on
// a fresh clone they are estimated by the kind of test.
const { default: Sequencer } = require('@jest/test-sequencer');

const TYPICAL_MS = [
  [/\/browser\/screens\./, 75_000],
  [/\/test\/(browser|process|production)\/|\/embedded-postgres\//, 15_000],
  [/\/apps\/api\/test\//, 5_000],
];

module.exports = class SlowestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => expectedMs(b) - expectedMs(a));
  }
};

function expectedMs({ duration, path }) {
  const [, typicalMs = 1_000] = TYPICAL_MS.find(([kind]) => kind.test(path)) ?? [];
  return duration ?? typicalMs;
}
