import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const REPORTER = join(__dirname, 'test-reporter.cjs');

/** What the reporter prints of a file with such warnings, one test of which is skipped. */
function printedOf(...warnings: string[]): string {
  return printed({ console: warnings.map((message) => ({ message })) });
}

/** What the reporter prints of a file with one such result. */
function printed(more: object): string {
  const path = '/some.spec.ts';
  const result = {
    ...{ testFilePath: path, numPassingTests: 1, numFailingTests: 0, numPendingTests: 1 },
    ...{ perfStats: { runtime: 1 }, ...more },
  };
  const script = `const Reporter = require(${JSON.stringify(REPORTER)});
    const reporter = new Reporter({});
    const test = { path: ${JSON.stringify(path)}, context: { config: {} } };
    reporter.onTestResult(test, ${JSON.stringify(result)}, { numTotalTestSuites: 1 });
    reporter.onRunComplete();`;
  return spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stderr;
}

describe('the output of the tests', () => {
  it('ends with why tests were skipped, and with what tests report', () => {
    const printed = printedOf(
      'REPORT: claude-code 2.1',
      'REPORT: 12 ms',
      'SKIPPED: no tmux.',
      'Something else.',
    );
    expect(printed).toMatch(/\nSkipped:\n(?: {2}.+\n)* {2}no tmux\.\n/);
    expect(printed.endsWith('Reported:\n  claude-code 2.1\n  12 ms\n')).toBe(true);
    expect(printed).not.toContain('Something else');
    expect(printed).not.toContain('does not say why');
  });

  it('ends with the names of what failed', () => {
    const failed = printed({
      ...{ numFailingTests: 1, failureMessage: 'Expected: 1' },
      testResults: [
        { status: 'failed', fullName: 'a thing does something' },
        { status: 'passed', fullName: 'a thing does more' },
      ],
    });
    expect(failed).toMatch(/Failed:\n {2}\S*some\.spec\.ts › a thing does something\n$/);
    expect(printed({ testExecError: { message: 'no syntax' } })).toMatch(/Failed:\n {2}\S*some\.spec\.ts\n$/);
    expect(printedOf()).not.toContain('Failed:');
  });

  it('says of which file nobody knows why its tests were skipped, and of no report where there is none', () => {
    const printed = printedOf();
    expect(printed).toContain('which does not say why');
    expect(printed).not.toContain('Reported');
  });
});
