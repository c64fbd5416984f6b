import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { eventually } from '../harness/data/times';
import type { Assistant } from './real-assistant';

const run = promisify(execFile);

/** How each is started in a terminal, and its own commands. */
const COMMANDS: Record<Assistant, { compact: string; leave: string }> = {
  'claude-code': { compact: '/compact', leave: '/exit' },
  codex: { compact: '/compact', leave: '/quit' },
  gemini: { compact: '/compress', leave: '/quit' },
};

/** What each asks before it starts, and the key that leads on. A second key would be lost while it draws the first. */
const QUESTIONS: [shown: RegExp, key: string][] = [
  [/❯ No, exit/, 'Down'],
  [/❯ Yes, I trust this folder/, 'Enter'],
  [/› 1\. Trust and continue/, 'Enter'],
  [/› 1\. Review hooks/, '2'],
  [/› 2\. Trust all and continue/, 'Enter'],
  [/● 1\. Trust folder/, 'Enter'],
];

/** When each waits for a request. */
const READY: Record<Assistant, RegExp> = {
  'claude-code': /❯[\s\u00a0]*\n─+/,
  codex: /Ask Codex to do anything/,
  gemini: /Type your message/,
};

const AGAIN_MS = 3_000;
const STEADY_MS = 1_500;
const LEAVING_MS = 15_000;
const LATEST_MS = 60_000;
const LOOK_EVERY_MS = 150;

let count = 0;

/** A real assistant in a real terminal (tmux), in which somebody types. */
export class Terminal {
  private readonly session = `t${count++}`;
  private pressed: { shown: RegExp; at: number } | null = null;
  /** A server of its own, so that nothing of another tmux is touched. */
  private readonly socket: string[];

  private constructor(
    private readonly assistant: Assistant,
    folder: string,
  ) {
    this.socket = ['-S', `${folder}/tmux-${this.session}`, '-f', '/dev/null'];
  }

  static async open(
    assistant: Assistant,
    words: readonly string[],
    { home, cwd, env }: { home: string; cwd: string; env: Record<string, string> },
  ): Promise<Terminal> {
    const terminal = new Terminal(assistant, home);
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const size = ['-x', '150', '-y', '50'];
    await terminal.tmux(
      ...['new-session', '-d', '-s', terminal.session, '-c', cwd, ...size],
      ...['env', '-i', ...variables, ...words],
    );
    await terminal.tmux('set-option', '-g', 'remain-on-exit', 'on');
    try {
      await terminal.isReady();
    } catch (fault) {
      await terminal.close();
      throw fault;
    }
    return terminal;
  }

  /** Types a request, and waits for the answer below it: a session that is resumed may still be drawing earlier ones. */
  async ask(text: string): Promise<void> {
    await this.type(text);
    await this.until(async () => {
      const [, ...below] = (await this.screen()).split(text);
      return below.join('').includes('of the provider');
    });
  }

  /** Types a line. What is typed while it asks something is lost: then it is typed again. */
  async type(text: string): Promise<void> {
    let sentAt: number | null = null;
    await this.until(async () => {
      if (await this.isDead()) return true;
      if (!(await this.asksNothing())) return false;
      if (sentAt !== null && (await this.screen()).includes(text.slice(-20))) return true;
      if (sentAt !== null && performance.now() - sentAt < AGAIN_MS) return false;
      sentAt = performance.now();
      await this.tmux('send-keys', '-t', this.session, '-l', text);
      return false;
    });
    await this.press('Enter');
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.tmux('send-keys', '-t', this.session, key);
  }

  compact(): Promise<void> {
    return this.type(COMMANDS[this.assistant].compact);
  }

  /** Begins another conversation in it. */
  clear(): Promise<void> {
    return this.type('/clear');
  }

  /** Leaves it by its own command, and waits until it has ended. */
  async leave(): Promise<void> {
    await this.type(COMMANDS[this.assistant].leave);
    const leftAt = performance.now();
    // A question that came meanwhile has taken the command.
    await this.until(async () => (await this.isDead()) || performance.now() - leftAt > LEAVING_MS);
    if (!(await this.isDead())) await this.leave();
  }

  async hasEnded(): Promise<void> {
    await this.until(() => this.isDead());
  }

  private async isDead(): Promise<boolean> {
    return (await this.tmux('display', '-p', '-t', this.session, '#{pane_dead}')) === '1';
  }

  /** Kills it with all that it has started. */
  async kill(): Promise<void> {
    const pid = Number(await this.tmux('display', '-p', '-t', this.session, '#{pane_pid}'));
    process.kill(-pid, 'SIGKILL');
    await this.hasEnded();
  }

  /** Closes the window, as with a click. */
  async close(): Promise<void> {
    await this.tmux('kill-server').catch(() => '');
  }

  async screen(): Promise<string> {
    return this.tmux('capture-pane', '-p', '-t', this.session);
  }

  private async isReady(): Promise<void> {
    let readySince: number | null = null;
    await this.until(async () => {
      const isReady = (await this.asksNothing()) && READY[this.assistant].test(await this.screen());
      // Some show their prompt for a moment before they ask.
      readySince = isReady ? (readySince ?? performance.now()) : null;
      return readySince !== null && performance.now() - readySince > STEADY_MS;
    });
  }

  /** Answers what it asks, if it does. @returns whether it asks nothing, so that a request can be typed */
  private async asksNothing(): Promise<boolean> {
    // What stands above the place for a request was asked before: Gemini CLI starts again below what it has asked.
    const below = (await this.screen()).split(READY[this.assistant]).at(-1) ?? '';
    const [shown, key] = QUESTIONS.find(([asked]) => asked.test(below)) ?? [];
    if (shown === undefined || key === undefined) return true;
    // A key that comes while it still draws is lost: it is pressed again where the question stays.
    const isWaiting = this.pressed?.shown === shown && performance.now() - this.pressed.at < AGAIN_MS;
    if (isWaiting) return false;
    this.pressed = { shown, at: performance.now() };
    await this.press(key);
    return false;
  }

  /** Waits for something, and says what the terminal shows where it does not come. */
  private async until(isSo: () => Promise<boolean>): Promise<void> {
    const latest = performance.now() + LATEST_MS;
    await eventually(async () => {
      if (await isSo()) return true;
      // Each look starts programs, which would take the time of those that are looked at.
      await sleep(LOOK_EVERY_MS);
      if (performance.now() > latest) throw new Error(`It stays so:\n${await this.screen()}`);
      return false;
    });
  }

  private async tmux(...words: string[]): Promise<string> {
    const { stdout } = await run('tmux', [...this.socket, ...words], {
      env: { PATH: process.env['PATH'] ?? '' },
    });
    return stdout.trimEnd();
  }
}
