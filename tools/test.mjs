// What `npm test` runs. The settings of the server are taken out of the environment first: the tests are
// the same whatever is set outside, and beside a running server.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build } from './build.mjs';
import { FIRE_SPECS, prepareFire, writeFireTable } from './fire.mjs';
import { VARIABLE_NAMES } from './variable-names.mjs';

const flags = ['--full', '--production', '--fire', '--long'];
const is_fire = process.argv.includes('--fire');
const words = process.argv.slice(2).filter((arg) => !flags.includes(arg));
const is_all_fire = is_fire && words.every((word) => ['-i', '--runInBand'].includes(word));
const args = is_all_fire ? [...FIRE_SPECS, ...words] : words;
if (is_fire) prepareFire({ is_long: process.argv.includes('--long') });
// The long form of the tests that kill, race and rotate at random.
if (process.argv.includes('--full')) process.env.FULL_TESTS = '1';
// Through what stands before and behind the product in production, as far as it is installed here.
if (process.argv.includes('--production')) Object.assign(process.env, goThroughInstalled());

build();
for (const name of VARIABLE_NAMES) {
  delete process.env[name];
  delete process.env[`${name}_FILE`];
}
delete process.env.NODE_ENV;
const first = run(args);
const again = isWorthAnother(first) ? tryAgain(first) : null;
if (is_fire) await writeFireTable({ ...first.passed_of, ...again?.passed_of }, { is_whole: is_all_fire });
conclude(first, again);

/** Tests that fail the first time and may have been starved by the others; more than these have a reason. */
function isWorthAnother({ failed }) {
  const is_whole_files = args.every((arg) => !arg.startsWith('-'));
  return is_whole_files && failed.length > 0 && failed.length <= 3;
}

function tryAgain({ failed }) {
  console.log(`\nOnce more, alone: ${failed.map((file) => relative('.', file)).join(', ')}`);
  return run(['--runInBand', '--runTestsByPath', ...failed]);
}

/** One plain closing line that any reader of a log can find. */
function conclude(first, again) {
  const last = again ?? first;
  const passed = again === null ? first.passed : first.passed - first.passed_in_failed + again.passed;
  console.log(`\nTests: ${passed} passed, ${last.faults} failed, ${first.skipped} skipped`);
  process.exit(last.status);
}

/** @returns what jest's report says, with the files that failed */
function run(jest_args) {
  const folder = mkdtempSync(join(tmpdir(), 'groupless-tests-'));
  try {
    const report = join(folder, 'report.json');
    const { status } = spawnSync(
      process.execPath,
      [
        ...['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'],
        // A list of reporters would take in what follows it, up to the next option.
        ...['--reporters', join(import.meta.dirname, 'test-reporter.cjs'), '--json', '--outputFile', report],
        // A test that failed may have left a program behind, which must not keep the others from their end.
        ...['--forceExit', ...jest_args],
      ],
      { stdio: ['inherit', 'ignore', 'inherit'] },
    );
    return { status: status ?? 1, ...readReport(report) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file) {
  if (!existsSync(file))
    return { failed: [], passed: 0, passed_in_failed: 0, passed_of: {}, faults: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const failed = report.testResults.filter((one) => one.status === 'failed');
  const passed = failed.flatMap((one) => one.assertionResults).filter((one) => one.status === 'passed');
  return {
    failed: failed.map((one) => one.name),
    passed: report.numPassedTests,
    passed_in_failed: passed.length,
    passed_of: Object.fromEntries(report.testResults.map((one) => [relative('.', one.name), passedIn(one)])),
    faults: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests,
  };
}

/** How many tests of a file passed; null if one failed, or none ran. */
function passedIn({ status, assertionResults }) {
  const passed = assertionResults.filter((one) => one.status === 'passed').length;
  return status !== 'failed' && passed > 0 ? passed : null;
}

function goThroughInstalled() {
  const bin = process.env.TEST_POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin';
  const through = ['nginx', 'pgbouncer'].filter((name) => isHere(`/usr/sbin/${name}`));
  return {
    ...(isHere(`${bin}/postgres`) ? { TEST_POSTGRES_BIN: bin } : {}),
    TEST_THROUGH: through.join(','),
  };
}

function isHere(program) {
  const is_here = existsSync(program);
  if (!is_here) console.warn(`SKIPPED: the tests go past ${program}, which is not installed here.`);
  return is_here;
}
