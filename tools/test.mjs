// What `npm test` runs. The settings of the server are taken out of the environment first: the tests are
// the same whatever is set outside, and beside a running server.
import { spawnSync } from 'node:child_process';
import { build } from './build.mjs';
import { VARIABLE_NAMES } from './variable-names.mjs';

build();
for (const name of VARIABLE_NAMES) {
  delete process.env[name];
  delete process.env[`${name}_FILE`];
}
delete process.env.NODE_ENV;
const { status } = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
