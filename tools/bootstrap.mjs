// Installs the packages if the lock file has changed since the last install: those that run and build the product, or
// with --all also those that test it. It runs before `npm start`, `npm run build` and `npm test`, on Node 20 or later,
// so it has no dependency itself.
//
// npm also calls it with --installed as `postinstall`, so that a manual `npm ci` counts as an install.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const STAMP = 'node_modules/.installed';

const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
const stampOf = (isAll) => `${lock} ${process.platform} ${process.arch}${isAll ? ' all' : ''}`;
const needsAll = process.argv.includes('--all');

if (process.argv.includes('--installed')) {
  const { npm_config_omit: omitted = '', npm_config_package_lock_only: lockOnly } = process.env;
  if (!lockOnly && ['', 'dev'].includes(omitted)) writeFileSync(STAMP, stampOf(omitted === ''));
} else if (installed() !== stampOf(true) && (needsAll || installed() !== stampOf(false))) {
  console.log('Installing dependencies (once, and again when package-lock.json changes)…');
  const { status } = spawnSync(
    'npm',
    ['ci', needsAll ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) {
    console.error('The dependencies could not be installed; npm says why above.');
    process.exit(status ?? 1);
  }
  writeFileSync(STAMP, stampOf(needsAll));
}

function installed() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return null;
  }
}
