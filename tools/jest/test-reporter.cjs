// The output of `npm test`: progress now and then, each failure at once, and at the end the time, the slowest files, what
// was skipped and why, what the tests report (warnings that begin with SKIPPED or REPORT), and once more the names of what failed.
const { relative } = require('node:path');

const QUIET_MS = 15_000;
const SLOWEST = 20;

module.exports = class TestReporter {
  constructor({ testNamePattern }) {
    this.isPart = Boolean(testNamePattern);
    this.startedAt = Date.now();
    this.printedAt = Date.now();
    this.projects = new Map();
    this.files = [];
    this.reasons = new Set();
    this.reports = [];
    this.failures = [];
  }

  onRunStart(results) {
    const { TEST_SEED: seed } = process.env;
    const order = seed ? `, in an order by chance: TEST_SEED=${seed} repeats it` : '';
    print(`${results.numTotalTestSuites} files of tests${order}`);
  }

  onTestResult(test, result, results) {
    const project = this.project(test.context.config.displayName?.name ?? 'tests');
    project.files++;
    project.passed += result.numPassingTests;
    project.failed += result.numFailingTests + (result.testExecError ? 1 : 0);
    project.skipped += result.numPendingTests;
    this.files.push({ path: relative('.', test.path), ms: result.perfStats.runtime });
    this.noteReasons(result);
    this.reports.push(...warningsOf(result, 'REPORT: '));
    this.failures.push(...failuresOf(result));
    if (result.failureMessage) print(`\nFAILED ${relative('.', test.path)}\n${result.failureMessage}`);
    const isLast = this.files.length === results.numTotalTestSuites;
    if (Date.now() - this.printedAt >= QUIET_MS || isLast) this.printProgress(results);
  }

  onRunComplete() {
    if (process.env.SMOKE_TESTS === '1')
      this.reasons.add('what lies in apps/api/test and is no *.smoke.spec.ts (npm test -- --everything)');
    print(`\nTook ${duration(Date.now() - this.startedAt)}. The slowest files:`);
    for (const { path, ms } of this.files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST))
      print(`  ${duration(ms).padStart(6)}  ${path}`);
    if (this.reasons.size > 0) print(`Skipped:\n  ${[...this.reasons].toSorted().join('\n  ')}`);
    if (this.reports.length > 0) print(`Reported:\n  ${this.reports.join('\n  ')}`);
    if (this.failures.length > 0) print(`Failed:\n  ${this.failures.join('\n  ')}`);
  }

  project(name) {
    const project = this.projects.get(name) ?? { files: 0, passed: 0, failed: 0, skipped: 0 };
    this.projects.set(name, project);
    return project;
  }

  noteReasons(result) {
    if (this.isPart || result.numPendingTests === 0) return;
    const reasons = warningsOf(result, 'SKIPPED: ');
    for (const text of reasons) this.reasons.add(text);
    const file = relative('.', result.testFilePath);
    if (reasons.length === 0)
      this.reasons.add(`${result.numPendingTests} of ${file}, which does not say why`);
  }

  printProgress(results) {
    this.printedAt = Date.now();
    const projects = [...this.projects].map(([name, { files, passed, failed }]) => {
      const faults = failed > 0 ? `, ${failed} FAILED` : '';
      return `${name}: ${passed} passed in ${files} files${faults}`;
    });
    const share = `${this.files.length}/${results.numTotalTestSuites}`;
    print(`${duration(Date.now() - this.startedAt).padStart(6)}  ${share}  ${projects.join(' · ')}`);
  }
};

/** The names of the tests of a file that failed; the file alone where it could not run. */
function failuresOf({ testFilePath, testExecError, testResults = [] }) {
  const file = relative('.', testFilePath);
  const failed = testResults.filter(({ status }) => status === 'failed');
  return [...(testExecError ? [file] : []), ...failed.map(({ fullName }) => `${file} › ${fullName}`)];
}

/** What the tests of a file warn of, behind a prefix. A single file prints its warnings itself, and has none here. */
function warningsOf({ console: lines }, prefix) {
  const texts = (lines ?? []).map(({ message }) => message);
  return texts.filter((text) => text.startsWith(prefix)).map((text) => text.slice(prefix.length));
}

function duration(ms) {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function print(text) {
  process.stderr.write(`${text}\n`);
}
