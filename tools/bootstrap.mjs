// Installs the dependencies if the lock file has changed since the last install. It runs before `npm start`, `npm test`
// and `npm run build`, on Node 20 or later, so it has no dependency itself.
//
// npm also calls it with --installed as `postinstall`, so that a manual `npm ci` counts as an install, unless something
// was omitted.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const STAMP = 'node_modules/.installed';

const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
const wanted = `${lock} ${process.platform} ${process.arch}`;
if (process.argv.includes('--installed')) {
  const { npm_config_omit: omitted, npm_config_package_lock_only: lockOnly } = process.env;
  if (!omitted && !lockOnly) writeFileSync(STAMP, wanted);
} else if (installed() !== wanted) {
  console.log('Installing dependencies (once, and again when package-lock.json changes)…');
  const { status } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) {
    console.error('The dependencies could not be installed; npm says why above.');
    process.exit(status ?? 1);
  }
  writeFileSync(STAMP, wanted);
}

function installed() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return null;
  }
}
