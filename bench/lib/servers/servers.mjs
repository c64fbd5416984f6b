// The servers that are measured, each a process of its own.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '../bundle.mjs';
import { memoryMb } from './processes.mjs';
import { demandRunning } from '../run.mjs';
import { ADMIN, KEYS, SECRETS, WORKFLOW_KEY } from '../secrets.mjs';

const READY_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 15_000;
/** As `npm start` and the images run the program. */
const NODE_OPTIONS = ['--max-semi-space-size=16'];

/**
 * Starts the built program as a service would: a strict start with all guards, its log in a file.
 * @param folder where its data folder and log are made
 * @param name apart from others in the folder
 * @param more settings beside the usual ones
 */
export async function startOurs(
  stack,
  { panel_url, memory_url, pid: postgres_pid },
  folder,
  name = 'ours',
  more = {},
) {
  const port = await freePort();
  const environment = {
    NODE_ENV: 'production',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: join(folder, name),
    PANEL_DATABASE_URL: panel_url,
    MEMORY_DATABASE_URL: memory_url,
    ...SECRETS,
    ...more,
  };
  const server = await startProgram(stack, { name, port, environment, folder });
  const paths = await webhookPaths(server.base_url);
  const target = { port, paths, ...KEYS };
  /** An access token lasts ten minutes. */
  const renewToken = async () => (target.token = await logIn(server.base_url, ADMIN));
  await renewToken();
  return { ...server, postgres_pid, target, renewToken };
}

/** Starts one more, which is asked for the same as `ours`. */
export async function startBeside(ours, stack, cluster, name, settings) {
  const server = await startOurs(stack, cluster, cluster.folder, name, settings);
  const { chats, clients } = ours.target;
  Object.assign(server.target, { chats, clients });
  return server;
}

/** @param paths those of our server, so that both are asked for the same */
export async function startBare(stack, { memory_url, pid: postgres_pid }, folder, paths) {
  const port = await freePort();
  const environment = { MEMORY_DATABASE_URL: memory_url };
  const main = 'bench/bare-server.mjs';
  const server = await start(stack, { name: 'bare', main, port, environment, folder, ready: '/ready' });
  return { ...server, postgres_pid, target: { port, paths, ...KEYS } };
}

const IDLE = { node: 'bench/lib/servers/nothing-server.mjs', nest: 'bench/lib/servers/nest-server.mjs' };

/** A server with nothing behind it, which takes the requests of a webhook. */
export async function startIdle(stack, { pid: postgres_pid, folder }, name, paths) {
  const port = await freePort();
  const server = await start(stack, { name, main: IDLE[name], port, folder, ready: '/small' });
  return { ...server, postgres_pid, target: { port, paths, ...KEYS } };
}

/** A server that does nothing. */
export async function startNothing(stack, folder) {
  const port = await freePort();
  const main = 'bench/lib/servers/nothing-server.mjs';
  const server = await start(stack, { name: 'nothing', main, port, folder, ready: '/small' });
  return { ...server, target: { port } };
}

/** Starts the built program, with nothing in its environment but what is given. */
export function startProgram(stack, { name, port, environment, folder }) {
  const main = 'dist/apps/api/main.cjs';
  const ready = '/api/health/ready';
  return start(stack, { name, node_options: NODE_OPTIONS, main, port, environment, folder, ready });
}

/** @returns an access token */
export async function logIn(base_url, credentials) {
  const answer = await fetch(`${base_url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  if (!answer.ok) throw new Error(`The log-in answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).access_token;
}

async function webhookPaths(base_url) {
  const answer = await fetch(`${base_url}/api/workflows`, {
    headers: { 'X-WORKFLOW-API-KEY': WORKFLOW_KEY },
  });
  const workflows = await answer.json();
  return Object.fromEntries(workflows.map(({ path, url }) => [path, new URL(url).pathname]));
}

async function start(stack, { name, node_options = [], main, port, environment = {}, folder, ready }) {
  demandRunning(stack);
  const log_file = join(folder, `${name}.log`);
  const log = openSync(log_file, 'a');
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [...node_options, join(ROOT, main)], {
    env: { PATH, HOME, PORT: String(port), ...environment },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await ended;
    clearTimeout(force);
  };
  stack.defer(stop);
  const base_url = `http://127.0.0.1:${port}`;
  const give_up_at = performance.now() + READY_LIMIT_MS;
  while (!(await answers(base_url + ready))) {
    if (child.exitCode !== null || performance.now() > give_up_at)
      throw new Error(
        `The server "${name}" does not start:\n${readFileSync(log_file, 'utf8').slice(-2_000)}`,
      );
    await pause(50);
  }
  return {
    name,
    pid: child.pid,
    base_url,
    stop,
    memory: () => memoryMb(child.pid),
    // It is appended to, so it goes on from its beginning.
    forgetLog: () => truncateSync(log_file),
  };
}

async function answers(url) {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
