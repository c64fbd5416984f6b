// Builds the projects whose inputs have changed. Nx takes over a second even if there is nothing to do, so a stamp is
// checked first.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const STAMP = 'dist/build-stamp';
const INPUTS = [
  ...['apps', 'libs', 'tools/build', 'angular.json', 'tsconfig.base.json'],
  // The builds contain the version and the licence.
  ...['package.json', 'package-lock.json', 'LICENSE'],
];
const OUTPUTS = ['apps/api', 'apps/panel', 'apps/switch-cli', 'install'].map((folder) =>
  join('dist', folder),
);

/** Not built. */
const TESTS = join('apps/api/test/');

/** Exits with Nx's exit code, after its output, if a build fails. */
export function build() {
  const current = hashOfInputs();
  if (read(STAMP) === current && OUTPUTS.every((folder) => existsSync(folder))) return;
  console.log('Building…');
  const startedAt = performance.now();
  const { status, stdout, error } = spawnSync('nx', ['run-many', '-t', 'build', '--outputStyle=static'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    // Adds the packages' Node.js and tools, if npm did not start this.
    env: {
      ...process.env,
      PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
      // A process for each plugin takes as long to start as the build of the API.
      NX_ISOLATE_PLUGINS: 'false',
    },
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(
      error === undefined
        ? stdout
        : 'The packages are not installed: run `npm run build`, which installs them.',
    );
    process.exit(status ?? 1);
  }
  mkdirSync('dist', { recursive: true });
  writeFileSync(STAMP, current);
  console.log(`Built in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`);
}

function hashOfInputs() {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap(filesIn).sort())
    hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

function filesIn(path) {
  if (!/^(apps|libs|tools)/.test(path)) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(spec|md)\b/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(TESTS));
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

// Not import.meta.main: Node.js 20 does not know it.
if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) build();
