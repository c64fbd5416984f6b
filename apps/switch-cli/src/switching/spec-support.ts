import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runProgram } from '../program/run-program';

/** A home directory in which the program runs without a process of its own, which would take most of the time. */
export class HomeInProcess {
  readonly home = mkdtempSync(join(tmpdir(), 'switch café '));
  private readonly homeBefore = process.env['HOME'];

  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {
    process.env['HOME'] = this.home;
  }

  async run(args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    stdin.end();
    const env = { ASSISTANT_SWITCH_URL: this.url, ASSISTANT_SWITCH_KEY: this.key };
    const own = { stdin, stdout, stderr, env, cwd: () => this.home, platform: process.platform };
    const code = await runProgram(args, own as unknown as NodeJS.Process);
    stdout.end();
    stderr.end();
    return { code, stdout: await text(stdout), stderr: await text(stderr) };
  }

  read(path: string): string {
    return readFileSync(join(this.home, path), 'utf8');
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(join(this.home, path)), { recursive: true });
    writeFileSync(join(this.home, path), content);
  }

  /** Every file below the home, as paths in it. */
  files(): string[] {
    return readdirSync(this.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.home.length + 1));
  }

  remove(): void {
    process.env['HOME'] = this.homeBefore;
    rmSync(this.home, { recursive: true, force: true });
  }
}
