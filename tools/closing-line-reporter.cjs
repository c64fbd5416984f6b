/** Jest reporter: one plain closing line that any reader of a log can find. */
module.exports = class ClosingLineReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites }) {
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    console.log(`\nTests: ${numPassedTests} passed, ${failed} failed, ${numPendingTests} skipped`);
  }
};
