import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';

/** `EX_CONFIG`: the settings are invalid, so a restart does not help. */
const WRONG_SETTINGS = 78;
const PAUSE_MS = { first: 500, longest: 30_000 };
/** A run of this length resets the back-off. */
const STABLE_MS = 60_000;
const PARENT_CHECK_MS = 250;
/** Deduplicates a Ctrl-C that the terminal and npm both send. */
const SAME_SIGNAL_MS = 500;

/**
 * Runs Node with these arguments, and restarts it with back-off after a crash. A failed start is not retried, because
 * somebody has to read why; the program reports its start by the message `ready`.
 * @returns the program's exit code
 */
export async function supervise(nodeArguments) {
  const stop = new globalThis.AbortController();
  let child = null;
  let wasReady = false;
  const pass = passSignals((signal) => {
    stop.abort();
    child?.kill(signal);
  });
  try {
    for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS.longest)) {
      const startedAt = performance.now();
      child = start(nodeArguments);
      child.on('message', (message) => (wasReady ||= message === 'ready'));
      const [code, signal] = await once(child, 'exit');
      if (code === 0 || code === WRONG_SETTINGS || stop.signal.aborted || !wasReady) return code ?? 1;
      if (performance.now() - startedAt > STABLE_MS) pauseMs = PAUSE_MS.first;
      const how = signal === null ? `with code ${code}` : `by ${signal}`;
      console.error(`The server ended ${how}. It is started again in ${pauseMs / 1_000} s.`);
      await sleep(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
      if (stop.signal.aborted) return 0;
    }
  } finally {
    pass.end();
  }
}

/**
 * Starts the child in its own process group, so that a Ctrl-C reaches it only through this process, once. Core dumps
 * are disabled, because one would contain keys and sessions. Only a shell can set that limit; it then becomes Node.js.
 */
function start(nodeArguments) {
  const isPosix = process.platform !== 'win32';
  const [program, words] = isPosix
    ? ['/bin/sh', ['-c', 'ulimit -c 0; exec "$0" "$@"', process.execPath, ...nodeArguments]]
    : [process.execPath, nodeArguments];
  return spawn(program, words, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: isPosix,
  });
}

/** Calls `act` for each signal, and with SIGTERM when npm's shell has ended. */
function passSignals(act) {
  let lastAt = -Infinity;
  const onSignal = (signal) => {
    if (performance.now() - lastAt < SAME_SIGNAL_MS) return;
    lastAt = performance.now();
    // On Windows the console signals every process itself, and kill() would end the server at once.
    if (process.platform !== 'win32') act(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, onSignal);
  // npm sends SIGTERM to its shell, which ends without forwarding it.
  const { ppid } = process;
  const watch = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(watch);
    // Where a signal to the whole group ended the shell, the server has it already: a second one would end it at once, and leave its
    // database running.
    if (lastAt === -Infinity) act('SIGTERM');
  }, PARENT_CHECK_MS);
  if (process.env.npm_lifecycle_event === undefined) clearInterval(watch);
  watch.unref();
  return {
    end() {
      clearInterval(watch);
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
