import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { programEnvironment } from '../../harness/programs/program-environment';

const CLI = join(__dirname, '../../../../../dist/apps/switch-cli/assistant-switch.cjs');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Circumstances {
  variables?: Record<string, string>;
  /** What is piped in. */
  input?: string;
  /** Kills the process after so many milliseconds, if it has not ended. */
  kill_after_ms?: number;
  /** By what `kill_after_ms` kills it; -9 unless said. */
  signal?: NodeJS.Signals;
  /** Kills the process (-9) as soon as this is so. */
  kill_when?: () => boolean;
  /** The home if it is not said. */
  cwd?: string;
  /** Starts the built program, also on a `MachineInProcess`. */
  as_process?: true;
}

/** A home directory, and the built CLI in it with nothing else in its environment. */
export class Machine {
  readonly home = mkdtempSync(join(tmpdir(), 'switch café '));

  constructor(
    private readonly url: string,
    readonly key: string,
    /** How the panel calls it. */
    private readonly name = 'machine',
  ) {}

  run(
    args: readonly string[],
    {
      variables = {},
      input,
      kill_after_ms,
      signal = 'SIGKILL',
      kill_when,
      cwd = this.home,
    }: Circumstances = {},
  ): Promise<Ended> {
    const env = this.environment({ variables });
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [CLI, ...args], { env, cwd });
      const ended: Ended = { code: null, stdout: '', stderr: '' };
      child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.stderr += text));
      child.stdin.on('error', () => undefined).end(input);
      const killing =
        kill_after_ms === undefined ? undefined : setTimeout(() => child.kill(signal), kill_after_ms);
      const looking = setInterval(() => kill_when?.() && child.kill('SIGKILL'), 20);
      child.on('error', reject);
      child.on('close', (code) => {
        clearTimeout(killing);
        clearInterval(looking);
        resolve({ ...ended, code });
      });
    });
  }

  protected environment({ variables = {} }: Circumstances): Record<string, string> {
    return {
      ...programEnvironment(),
      HOME: this.home,
      ASSISTANT_SWITCH_URL: this.url,
      ASSISTANT_SWITCH_KEY: this.key,
      ASSISTANT_SWITCH_MACHINE: this.name,
      ...variables,
    };
  }

  /** Runs it, demands exit code 0, and reads what `--json` printed. */
  async json(...args: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await this.run([...args, '--json']);
    if (code !== 0) throw new Error(`assistant-switch ${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  path(...parts: string[]): string {
    return join(this.home, ...parts);
  }

  get credentialsFile(): string {
    return this.path('.claude/.credentials.json');
  }

  read(path: string): string {
    return readFileSync(this.path(path), 'utf8');
  }

  write(path: string, content: string | object): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), typeof content === 'string' ? content : JSON.stringify(content));
  }

  /** The rights of a file, such as `600`. */
  mode(path: string): string {
    return (statSync(this.path(path)).mode & 0o777).toString(8);
  }

  /** Every file below the home, as paths in it. */
  files(): string[] {
    return readdirSync(this.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.home.length + 1));
  }

  remove(): Promise<void> {
    return rm(this.home, { recursive: true, force: true });
  }
}
