import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../http/free-port';
import { programEnvironment } from './program-environment';

const MAIN = join(__dirname, '../../../../../dist/apps/api/main.cjs');
/** As `npm start` starts it, which takes an eighth less of the processor than without. */
const NODE_OPTIONS = ['--max-semi-space-size=16'];

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The built program, running as a process of its own. */
export class RunningProgram {
  private printed = '';
  readonly exited: Promise<Exit>;

  private constructor(
    private readonly child: ChildProcess,
    readonly base_url: string,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.printed += chunk.toString()));
    }
    this.exited = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  }

  /**
   * @param environment settings; the rest of the environment is only what a process needs to run
   * @param main the built program, if it is not the project's own
   * @param command which of its commands
   */
  static async start(
    environment: Record<string, string>,
    main = MAIN,
    command = 'start',
  ): Promise<RunningProgram> {
    const port = environment['PORT'] ?? String(await freePort());
    const env = { ...programEnvironment(), PORT: port, ...environment };
    const child = spawn(process.execPath, [...NODE_OPTIONS, main, command], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new RunningProgram(child, `http://127.0.0.1:${port}`);
  }

  /** All that it has written so far. */
  get output(): string {
    return this.printed;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Waits until it prints something. Rejects if it ends before. */
  async prints(text: string | RegExp): Promise<this> {
    const isPrinted = () =>
      typeof text === 'string' ? this.printed.includes(text) : text.test(this.printed);
    while (!isPrinted()) {
      if (this.hasEnded) {
        // What it wrote last may come after its end.
        await this.exited;
        if (isPrinted()) return this;
        throw new Error(`The program ended before it printed ${String(text)}:\n${this.printed}`);
      }
      await sleep(20);
    }
    return this;
  }

  ready(): Promise<this> {
    return this.prints('Press Ctrl-C to stop.');
  }

  /** The address of a webhook, as it printed it. */
  webhook(path: string): string {
    const [url] = new RegExp(`http://\\S+/webhook/\\S+/webhook/${path}`).exec(this.printed) ?? [];
    if (url === undefined) throw new Error(`The program printed no address of ${path}.`);
    return url;
  }

  /** Logs the first admin in, for requests to it. */
  async logIn(password: string): Promise<{ authorization: string }> {
    const answer = await postJson(`${this.base_url}/api/auth/login`, { email: 'admin@localhost', password });
    if (answer.status !== 200) throw new Error(`The admin cannot log in: ${await answer.text()}`);
    const { access_token } = (await answer.json()) as { access_token: string };
    return { authorization: `Bearer ${access_token}` };
  }

  kill(signal: NodeJS.Signals): Promise<Exit> {
    this.child.kill(signal);
    return this.exited;
  }
}

export interface DataFolder {
  path: string;
  remove(): Promise<void>;
}

/** A folder for data, on a path that tests quoting, which the database server's own user can pass through. */
export function makeDataFolder(): DataFolder {
  const parent = mkdtempSync(join(tmpdir(), 'groupless café '));
  chmodSync(parent, 0o711);
  return { path: join(parent, 'data'), remove: () => rm(parent, { recursive: true, force: true }) };
}

export function postJson(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
