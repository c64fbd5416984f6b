import { join } from 'node:path';
import { freePort } from '../http/free-port';
import { RunningProgram } from './running-program';

interface Probed {
  longest_turn_ms: number;
  connections: string[];
}

interface Kept {
  /** In its heap and its buffers. */
  kept_bytes: number;
  /** The pages of the heap; many of them are free after a collection, and stay for what comes next. */
  heap_pages_bytes: number;
  /** Of the process, these pages among them. */
  rss_bytes: number;
}

/** The built program with a probe in it, which looks at the event loop and at outgoing connections. */
export async function startProbed(environment: Record<string, string>) {
  const port = await freePort();
  const probe = join(__dirname, 'probe.cjs');
  const program = await RunningProgram.start({
    NODE_OPTIONS: `--require ${JSON.stringify(probe)}`,
    PROBE_PORT: String(port),
    ...environment,
  });
  await program.ready();
  /** What was seen since the last call. */
  const look = async () => (await (await fetch(`http://127.0.0.1:${port}`)).json()) as Probed;
  /** What it holds once the garbage is collected. */
  const kept = async () => (await (await fetch(`http://127.0.0.1:${port}/collected`)).json()) as Kept;
  return { program, look, kept };
}
