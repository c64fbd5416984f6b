import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const CLI = join(__dirname, '../../../../../dist/apps/switch-cli/assistant-memory.cjs');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A home directory with the built `assistant-memory` on its path, and nothing else in its environment. */
export class MemoryMachine {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'memory café ')));
  /** Where the assistant is started. */
  readonly folder = join(this.home, 'work/shop');

  constructor(readonly key: string) {
    mkdirSync(this.folder, { recursive: true });
    mkdirSync(join(this.home, 'bin'));
    symlinkSync(CLI, join(this.home, 'bin/assistant-memory'));
    symlinkSync(process.execPath, join(this.home, 'bin/node'));
  }

  get environment(): Record<string, string> {
    return { PATH: `${join(this.home, 'bin')}:/usr/bin:/bin`, HOME: this.home };
  }

  run(args: readonly string[], input = '', variables: Record<string, string> = {}): Promise<Ended> {
    const env = { ...this.environment, ...variables };
    return new Promise((resolve, reject) => {
      const child = spawn('assistant-memory', args, { env, cwd: this.folder });
      const ended: Ended = { code: null, stdout: '', stderr: '' };
      child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.stderr += text));
      child.stdin.on('error', () => undefined).end(input);
      child.on('error', reject);
      child.on('close', (code) => resolve({ ...ended, code }));
    });
  }

  async logIn(url: string): Promise<void> {
    const { code, stderr } = await this.run(['login', url, '--key-stdin'], this.key);
    if (code !== 0) throw new Error(`login ended with ${code}: ${stderr}`);
  }

  path(...parts: string[]): string {
    return join(this.home, ...parts);
  }

  read(path: string): string {
    return readFileSync(this.path(path), 'utf8');
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), content);
  }

  /** For half a minute after a fault hooks wait for the server a moment only. */
  forgetFaults(): void {
    for (const name of ['pause', 'last-failure', 'failing'])
      rmSync(this.path(`.local/state/assistant-memory/${name}.json`), { force: true });
  }

  /** What went wrong in a hook, which says nothing of it itself. */
  lastFault(): string | null {
    const file = '.local/state/assistant-memory/last-failure.json';
    return existsSync(this.path(file)) ? this.read(file) : null;
  }

  /** Every file below the home but those of this test, as paths in it. */
  files(): string[] {
    return readdirSync(this.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.home.length + 1));
  }

  remove(): Promise<void> {
    return rm(this.home, { recursive: true, force: true });
  }
}
