import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';

/** `EX_CONFIG`: the settings cannot be used, so starting again does not help. */
const WRONG_SETTINGS = 78;
const PAUSE_MS = { first: 500, longest: 30_000 };
/** After a run this long the next pause is the first one again. */
const STABLE_MS = 60_000;
const PARENT_CHECK_MS = 250;
/** A terminal and npm both pass on the same Ctrl-C. */
const SAME_SIGNAL_MS = 500;

/**
 * Runs Node with these arguments until the program ends in order, and starts it again when it crashes. A start that
 * fails is not repeated, since somebody has to read why; that the program has started it says by the message `ready`.
 * @returns the program's exit code
 */
export async function supervise(node_arguments) {
  const stop = new globalThis.AbortController();
  let child = null;
  let was_ready = false;
  const pass = passSignals((signal) => {
    stop.abort();
    child?.kill(signal);
  });
  try {
    for (let pause_ms = PAUSE_MS.first; ; pause_ms = Math.min(pause_ms * 2, PAUSE_MS.longest)) {
      const started_at = performance.now();
      child = start(node_arguments);
      child.on('message', (message) => (was_ready ||= message === 'ready'));
      const [code, signal] = await once(child, 'exit');
      if (code === 0 || code === WRONG_SETTINGS || stop.signal.aborted || !was_ready) return code ?? 1;
      if (performance.now() - started_at > STABLE_MS) pause_ms = PAUSE_MS.first;
      const how = signal === null ? `with code ${code}` : `by ${signal}`;
      console.error(`The server ended ${how}. It is started again in ${pause_ms / 1_000} s.`);
      await sleep(pause_ms, undefined, { signal: stop.signal }).catch(() => undefined);
      if (stop.signal.aborted) return 0;
    }
  } finally {
    pass.end();
  }
}

/**
 * A process group of its own: Ctrl-C in the terminal reaches it only through here, and once. Without core dumps: one
 * would hold keys and sessions in the clear. Node.js cannot set this limit itself, a shell can, and becomes Node.js.
 */
function start(node_arguments) {
  const is_posix = process.platform !== 'win32';
  const [program, words] = is_posix
    ? ['/bin/sh', ['-c', 'ulimit -c 0; exec "$0" "$@"', process.execPath, ...node_arguments]]
    : [process.execPath, node_arguments];
  return spawn(program, words, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: is_posix,
  });
}

/** Calls `act` for each signal, and with SIGTERM when the shell in which npm runs this is gone. */
function passSignals(act) {
  let last_at = -Infinity;
  const onSignal = (signal) => {
    if (performance.now() - last_at < SAME_SIGNAL_MS) return;
    last_at = performance.now();
    // On Windows the console tells every process, and a signal would end the server at once.
    if (process.platform !== 'win32') act(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, onSignal);
  // npm passes a SIGTERM to the shell between it and this process, and that ends without passing it on.
  const { ppid } = process;
  const watch = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(watch);
    act('SIGTERM');
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
