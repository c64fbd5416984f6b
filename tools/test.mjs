// What `npm test` runs. The settings of the server are taken out of the environment first: the tests are
// the same whatever is set outside, and beside a running server.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { build } from './build.mjs';
import { FIRE_SPECS, prepareFire, writeFireTable } from './fire.mjs';
import { VARIABLE_NAMES } from './jest/variable-names.mjs';

/** What runs as built: the panel in a browser, the server and the CLIs as processes that are killed and started again. */
const E2E_SPECS = ['apps/api/test/browser/', 'apps/api/test/process/'];

/** What only a production has, and of the other tests those that lean on what differs there. */
const PRODUCTION_SPECS = [
  ...['production', 'database'],
  ...['http/appointments', 'http/webhooks/chat-history', 'http/conversations/ping', 'http/replicas'],
].map((path) => `apps/api/test/${path}`);

/** Whose tests run as in `npm test` where nothing but the project is named (`nx test api`). */
const PROJECTS = ['apps/api', 'apps/panel', 'apps/switch-cli', 'tools'];

const flags = ['--full', '--e2e', '--production', '--containers', '--fire', '--long', '--built'];
const is_containers = process.argv.includes('--containers');
const is_e2e = process.argv.includes('--e2e');
const is_fire = process.argv.includes('--fire');
const is_production = process.argv.includes('--production');
const words = process.argv.slice(2).filter((arg) => !flags.includes(arg));
const is_all_fire = is_fire && words.every((word) => ['-i', '--runInBand'].includes(word));
const is_nothing_named = words.every((word) => word.startsWith('-'));
const args = [
  ...(is_all_fire ? FIRE_SPECS : []),
  ...(is_e2e && is_nothing_named ? E2E_SPECS : []),
  ...(is_production && is_nothing_named ? PRODUCTION_SPECS : []),
  ...(is_containers ? ['containers.full.spec'] : []),
  ...words.map((word) => (PROJECTS.includes(word) ? RegExp.escape(resolve(word, '_')).slice(0, -1) : word)),
];
if (is_fire) prepareFire({ is_long: process.argv.includes('--long') });
// The long form of the tests that kill, race and rotate at random.
if (process.argv.includes('--full') || is_containers) process.env.FULL_TESTS = '1';
// The deployment in containers: it needs a Docker Engine, builds both images and takes ten minutes.
if (is_containers) process.env.TEST_CONTAINERS = '1';
// What drives the built programs from outside, and what most machines do not have, have commands of their own.
if (process.argv.slice(2).some((arg) => ![...PROJECTS, '--built'].includes(arg)))
  process.env.SEPARATE_TESTS = '1';
// Through PgBouncer and nginx, as in production, where they are installed.
if (is_production) Object.assign(process.env, goThroughInstalled());

// `--built` takes dist/ as it is: for tests that start none of the programs, or none that changed.
if (!is_containers && !process.argv.includes('--built')) build();
for (const name of VARIABLE_NAMES) {
  delete process.env[name];
  delete process.env[`${name}_FILE`];
}
delete process.env.NODE_ENV;
// Node's compile cache, shared by the workers and the programs that the tests start.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node');
const ran = run(args);
if (is_fire) await writeFireTable(ran.passed_of, { is_whole: is_all_fire });
// A plain last line that can be found in a log.
console.log(`\nTests: ${ran.passed} passed, ${ran.faults} failed, ${ran.skipped} skipped`);
process.exit(ran.status);

/** @returns what jest's report says */
function run(jest_args) {
  // A short name: sockets lie in folders below it, and a socket's path has at most 103 characters.
  const folder = mkdtempSync(join(process.env.TMPDIR ?? memoryFolder() ?? tmpdir(), 'gl-'));
  // As the usual place for temporary files: the database server runs as a user of its own where the tests run as root.
  chmodSync(folder, 0o1777);
  // Ctrl-C ends the tests, and then this.
  process.on('SIGINT', () => undefined);
  try {
    const report = join(folder, 'report.json');
    const { status } = spawnSync(
      process.execPath,
      [
        // Tests create many short-lived objects: with a larger young generation the garbage collector runs less often.
        ...['--experimental-vm-modules', '--no-warnings', '--max-semi-space-size=64'],
        'node_modules/jest/bin/jest.js',
        // A list of reporters would take in what follows it, up to the next option.
        ...[
          '--reporters',
          join(import.meta.dirname, 'jest/test-reporter.cjs'),
          '--json',
          '--outputFile',
          report,
        ],
        // A failed test may have left a process running, which must not keep Jest from exiting.
        ...['--forceExit', ...jest_args],
      ],
      { stdio: ['inherit', 'ignore', 'inherit'], env: { ...process.env, TMPDIR: folder } },
    );
    return { status: status ?? 1, ...readReport(report) };
  } finally {
    // What a failed test left running may still write there.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/**
 * Where files lie in memory, if there is room: the tests make and drop some hundred databases of a thousand files each,
 * which keeps a disk busier than all else. Null where there is no such place, or where programs could not be run from it.
 */
function memoryFolder() {
  const [place, least_bytes] = ['/dev/shm', 6e9];
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === place);
    if (mount === undefined || mount.split(' ')[3].split(',').includes('noexec')) return null;
    const { bavail, bsize } = statfsSync(place);
    return Math.min(bavail * bsize, freemem()) > least_bytes ? place : null;
  } catch {
    return null;
  }
}

function readReport(file) {
  if (!existsSync(file)) return { passed: 0, passed_of: {}, faults: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return {
    passed: report.numPassedTests,
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
