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
/** As in `npm start` and the images. */
const NODE_OPTIONS = ['--max-semi-space-size=16'];

/**
 * Starts the built program as a service would: a strict start with all guards, its log in a file.
 * @param folder the parent of its data folder and log
 * @param name unique in the folder
 * @param more further settings
 */
export async function startOurs(
  stack,
  { panelUrl, memoryUrl, pid: postgresPid },
  folder,
  name = 'ours',
  more = {},
) {
  const port = await freePort();
  const environment = {
    NODE_ENV: 'production',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: join(folder, name),
    PANEL_DATABASE_URL: panelUrl,
    MEMORY_DATABASE_URL: memoryUrl,
    ...SECRETS,
    ...more,
  };
  const server = await startProgram(stack, { name, port, environment, folder });
  const paths = await webhookPaths(server.base_url);
  const target = { port, paths, ...KEYS };
  /** An access token lasts ten minutes. */
  const renewToken = async () => (target.token = await logIn(server.base_url, ADMIN));
  await renewToken();
  return { ...server, postgres_pid: postgresPid, target, renewToken };
}

/** Starts another server for the same requests as `ours`. */
export async function startBeside(ours, stack, cluster, name, settings) {
  const server = await startOurs(stack, cluster, cluster.folder, name, settings);
  const { chats, clients } = ours.target;
  Object.assign(server.target, { chats, clients });
  return server;
}

/** @param paths those of our server, so that both get the same requests */
export async function startBare(stack, { memoryUrl, pid: postgresPid }, folder, paths) {
  const port = await freePort();
  const environment = { MEMORY_DATABASE_URL: memoryUrl };
  const main = 'bench/bare-server.mjs';
  const server = await start(stack, { name: 'bare', main, port, environment, folder, ready: '/ready' });
  return { ...server, postgres_pid: postgresPid, target: { port, paths, ...KEYS } };
}

const IDLE = { node: 'bench/lib/servers/nothing-server.mjs', nest: 'bench/lib/servers/nest-server.mjs' };

/** An idle server that accepts the requests of a webhook. */
export async function startIdle(stack, { pid: postgresPid, folder }, name, paths) {
  const port = await freePort();
  const server = await start(stack, { name, main: IDLE[name], port, folder, ready: '/small' });
  return { ...server, postgres_pid: postgresPid, target: { port, paths, ...KEYS } };
}

/** A server that does nothing. */
export async function startNothing(stack, folder) {
  const port = await freePort();
  const main = 'bench/lib/servers/nothing-server.mjs';
  const server = await start(stack, { name: 'nothing', main, port, folder, ready: '/small' });
  return { ...server, target: { port } };
}

/** Starts the built program with the given environment only. */
export function startProgram(stack, { name, port, environment, folder }) {
  const main = 'dist/apps/api/main.cjs';
  const ready = '/api/health/ready';
  return start(stack, { name, nodeOptions: NODE_OPTIONS, main, port, environment, folder, ready });
}

/** @returns an access token */
export async function logIn(baseUrl, credentials) {
  const answer = await fetch(`${baseUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  if (!answer.ok) throw new Error(`The log-in answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).access_token;
}

async function webhookPaths(baseUrl) {
  const answer = await fetch(`${baseUrl}/api/workflows`, {
    headers: { 'X-WORKFLOW-API-KEY': WORKFLOW_KEY },
  });
  const workflows = await answer.json();
  return Object.fromEntries(workflows.map(({ path, url }) => [path, new URL(url).pathname]));
}

async function start(stack, { name, nodeOptions = [], main, port, environment = {}, folder, ready }) {
  demandRunning(stack);
  const logFile = join(folder, `${name}.log`);
  const log = openSync(logFile, 'a');
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [...nodeOptions, join(ROOT, main)], {
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
  const baseUrl = `http://127.0.0.1:${port}`;
  const giveUpAt = performance.now() + READY_LIMIT_MS;
  while (!(await answers(baseUrl + ready))) {
    if (child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error(`The server "${name}" does not start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
    await pause(50);
  }
  return {
    name,
    pid: child.pid,
    base_url: baseUrl,
    stop,
    memory: () => memoryMb(child.pid),
    // The file is open for appending, so it goes on from the start.
    forgetLog: () => truncateSync(logFile),
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
