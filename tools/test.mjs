// `npm test`: the specs beside the code, and in `apps/api/test` those named `*.smoke.spec.ts`. What is named by its path or
// by a flag runs whatever its name. The server's settings are removed from the environment first, so the tests do not
// depend on them.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { installAssistants, installN8n, installOpencode } from './assistants.mjs';
import { build } from './build.mjs';
import { FIRE_SPECS, prepareFire, writeFireTable } from './fire.mjs';
import { VARIABLE_NAMES } from './jest/variable-names.mjs';

/** Tests of built programs: the panel in a browser, the server and the CLIs as processes. */
const E2E_SPECS = ['apps/api/test/browser/', 'apps/api/test/process/'];

/**
 * Tests of a production, and those others that depend on what differs there: PostgreSQL 15 and PgBouncer for statements,
 * locks and transactions, nginx for bodies, headers, addresses and streams.
 */
const PRODUCTION_SPECS = [
  ...[
    'production/**/*',
    'database/*',
    'http/replicas',
    'http/webhooks/chat-history*',
    'http/conversations/ping*',
  ],
  'http/appointments/{appointments-booking.smoke,appointments-list,anyone-at-once,series,schedules}',
].map((path) => `apps/api/test/${path}.spec.ts`);

/** Projects that can be named as an argument (`nx test api`). */
const PROJECTS = ['apps/api', 'apps/panel', 'apps/switch-cli', 'tools'];

const flags = [
  '--full',
  '--e2e',
  '--everything',
  '--assistants',
  '--production',
  '--containers',
  '--fire',
  '--long',
  '--built',
];
/** Options of Jest whose next word is no path. */
const TAKES_A_NAME = ['-t', '--testNamePattern'];

const isAssistants = process.argv.includes('--assistants');
const isContainers = process.argv.includes('--containers');
const isE2e = process.argv.includes('--e2e');
const isEverything = process.argv.includes('--everything');
const isFire = process.argv.includes('--fire');
const isProduction = process.argv.includes('--production');
const words = process.argv.slice(2).filter((arg) => !flags.includes(arg));
const paths = words.filter(
  (word, index) => !word.startsWith('-') && !TAKES_A_NAME.includes(words[index - 1]),
);
const isAllFire = isFire && words.every((word) => ['-i', '--runInBand'].includes(word));
const isNothingNamed = paths.length === 0;
const args = [
  ...(isAllFire ? FIRE_SPECS : []),
  // They measure what an attack costs others: more files at once than cores would be measured too.
  ...(isFire && words.length === 0 ? ['--maxWorkers=2'] : []),
  // They measure what an assistant's start costs: nothing else is to run beside it.
  ...(isAssistants && words.length === 0 ? ['--runInBand'] : []),
  ...(isE2e && isNothingNamed ? E2E_SPECS : []),
  ...(isProduction ? ['--selectProjects', 'production'] : []),
  ...(isContainers ? ['containers.full.spec'] : []),
  ...(isAssistants ? ['apps/api/test/assistants/'] : []),
  ...words.map((word) => (isProject(word) ? folderPattern(word) : word)),
];
if (isFire) prepareFire({ isLong: process.argv.includes('--long') });
// The long form of the tests that kill, race and rotate at random.
if (process.argv.includes('--full') || isContainers || isAssistants) process.env.FULL_TESTS = '1';
// Programs of others that use the examples and the memory: they are installed for it.
if (isAssistants)
  Object.assign(process.env, {
    TEST_ASSISTANTS: installAssistants(),
    TEST_N8N: installN8n(),
    TEST_OPENCODE: installOpencode(),
  });
// The deployment in containers: it needs a Docker Engine, builds both images and takes ten minutes.
if (isContainers) process.env.TEST_CONTAINERS = '1';
const hasMode = flags.some((flag) => flag !== '--built' && process.argv.includes(flag));
if (!hasMode && paths.every(isProject)) process.env.SMOKE_TESTS = '1';
// Through PgBouncer and nginx, as in production, where they are installed.
if (isProduction || isEverything)
  process.env.PRODUCTION_TESTS = JSON.stringify({
    files: isNothingNamed ? PRODUCTION_SPECS : ['apps/**/*.spec.ts'],
    environment: installedEnvironment(),
  });

// `--built` skips the build, for tests that start no program, or none that changed.
if (!isContainers && !process.argv.includes('--built')) build();
for (const name of VARIABLE_NAMES) {
  delete process.env[name];
  delete process.env[`${name}_FILE`];
}
delete process.env.NODE_ENV;
// Node's compile cache, shared by the workers and the programs that the tests start.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node');
const ran = run(args);
if (isFire) await writeFireTable(ran.passed_of, { isWhole: isAllFire });
// A plain last line that can be found in a log.
console.log(`\nTests: ${ran.passed} passed, ${ran.faults} failed, ${ran.skipped} skipped`);
process.exit(ran.status);

function isProject(path) {
  return PROJECTS.includes(path.replace(/\/$/, ''));
}

/** Jest's pattern of all files in a folder, which it looks for in whole paths. */
function folderPattern(folder) {
  return RegExp.escape(resolve(folder, '_')).slice(0, -1);
}

/** @returns the result of Jest's report */
function run(jestArgs) {
  // A short name, because sockets are below it and their path has at most 103 characters.
  const folder = mkdtempSync(join(process.env.TMPDIR ?? memoryFolder() ?? tmpdir(), 'gl-'));
  // Like /tmp, because the database server runs as another user if the tests run as root.
  chmodSync(folder, 0o1777);
  // Ctrl-C ends the tests first.
  process.on('SIGINT', () => undefined);
  try {
    const report = join(folder, 'report.json');
    const { status } = spawnSync(
      process.execPath,
      [
        // Tests create many short-lived objects: with a larger young generation the garbage collector runs less often.
        ...['--experimental-vm-modules', '--no-warnings', '--max-semi-space-size=64'],
        'node_modules/jest/bin/jest.js',
        // An option must follow, because --reporters takes a list.
        ...[
          '--reporters',
          join(import.meta.dirname, 'jest/test-reporter.cjs'),
          '--json',
          '--outputFile',
          report,
        ],
        // A failed test may have left a process running, which must not keep Jest from exiting.
        ...['--forceExit', ...jestArgs],
      ],
      { stdio: ['inherit', 'ignore', 'inherit'], env: { ...process.env, TMPDIR: folder } },
    );
    return { status: status ?? 1, ...readReport(report) };
  } finally {
    // A process of a failed test may still write there.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/**
 * A folder in memory (tmpfs), if there is room: the tests make some hundred databases of a thousand files each, which
 * is slow on a disk. Null if there is none, or programs cannot be run from it.
 */
function memoryFolder() {
  const [place, leastBytes] = ['/dev/shm', 6e9];
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === place);
    if (mount === undefined || mount.split(' ')[3].split(',').includes('noexec')) return null;
    const { bavail, bsize } = statfsSync(place);
    return Math.min(bavail * bsize, freemem()) > leastBytes ? place : null;
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

/** The number of passed tests of a file; null if one failed, or none ran. */
function passedIn({ status, assertionResults }) {
  const passed = assertionResults.filter((one) => one.status === 'passed').length;
  return status !== 'failed' && passed > 0 ? passed : null;
}

function installedEnvironment() {
  const bin = process.env.TEST_POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin';
  const through = ['nginx', 'pgbouncer'].filter((name) => isHere(`/usr/sbin/${name}`));
  return {
    ...(isHere(`${bin}/postgres`) ? { TEST_POSTGRES_BIN: bin } : {}),
    TEST_THROUGH: through.join(','),
  };
}

function isHere(program) {
  const isHere = existsSync(program);
  if (!isHere) console.warn(`SKIPPED: the tests go past ${program}, which is not installed here.`);
  return isHere;
}
