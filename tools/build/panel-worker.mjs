// Writes the panel's service worker: Angular's own, and the list of what it keeps (`ngsw.json`), by Angular's own program.
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';

const PANEL = 'dist/apps/panel';
const FILES = `${PANEL}/files`;
const WORKER = 'node_modules/@angular/service-worker/ngsw-worker.js';

/** Not by the builder of the panel, which would have the worker keep index.html: that has a nonce of each answer. */
export function writeWorker() {
  copyFileSync(WORKER, `${FILES}/ngsw-worker.js`);
  const [main] = /\/main-[\w-]+\.js/.exec(readFileSync(`${FILES}/index.html`, 'utf8'));
  const config = JSON.parse(readFileSync('apps/panel/ngsw-config.json', 'utf8'));
  // By it an open panel knows whether a version is another one than its own.
  writeFileSync(`${PANEL}/ngsw-config.json`, JSON.stringify({ ...config, appData: { main } }));
  const { status } = spawnSync('ngsw-config', [FILES, `${PANEL}/ngsw-config.json`], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
