// `npm run dev`: the API, restarted when its sources change, and the panel with live reload. Ctrl-C ends both.
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { clearTimeout, setTimeout } from 'node:timers';

const API_PORT = process.env.PORT ?? '3000';
const PANEL_PORT = process.env.PANEL_PORT ?? '4200';
/** Debounce: an editor writes several files at once. */
const QUIET_MS = 300;

let api = null;
let isStopping = false;
let timer = null;

startApi();
const panel = spawn('ng', ['serve', 'panel', '--port', PANEL_PORT, '--host', '127.0.0.1'], {
  stdio: 'inherit',
  env: { ...process.env, API_PORT, NG_CLI_ANALYTICS: 'false' },
});
panel.on('exit', () => void stop());

for (const folder of ['apps/api/src', 'libs']) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void restartApi(), QUIET_MS);
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());
console.log(`\nThe panel with live reload: http://127.0.0.1:${PANEL_PORT}\n`);

function startApi() {
  if (spawnSync(process.execPath, ['tools/build/build-api.mjs'], { stdio: 'inherit' }).status !== 0) return;
  api = spawn(process.execPath, ['--enable-source-maps', 'dist/apps/api/main.cjs'], {
    stdio: 'inherit',
    env: { ...process.env, PORT: API_PORT },
  });
}

async function restartApi() {
  if (isStopping) return;
  console.log('\nThe API has changed.');
  await end(api);
  startApi();
}

async function stop() {
  if (isStopping) return;
  isStopping = true;
  await Promise.all([end(panel), end(api)]);
  process.exit(0);
}

/** Waits until a process has ended. */
function end(child) {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}
