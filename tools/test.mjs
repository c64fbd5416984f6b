// What `npm test` runs. The settings of the server are taken out of the environment first: the tests are
// the same whatever is set outside, and beside a running server.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { build } from './build.mjs';
import { VARIABLE_NAMES } from './variable-names.mjs';

const flags = ['--full', '--production'];
const args = process.argv.slice(2).filter((arg) => !flags.includes(arg));
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
const { status } = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', ...args],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);

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
