import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { MemoryMachine } from '../process/memory-client/memory-machine';

/** Where `npm run test:assistants` has installed them. */
export const ASSISTANTS_FOLDER = process.env['TEST_ASSISTANTS'];

export const ASSISTANTS = ['claude-code', 'codex', 'gemini'] as const;
export type Assistant = (typeof ASSISTANTS)[number];

export interface Release {
  name: Assistant;
  title: string;
  /** Where it is below `ASSISTANTS_FOLDER`. */
  folder: string;
}

/** Of each the newest, and of Claude Code also the newest that Node.js 20 gives. */
export const RELEASES: Release[] = [
  ...ASSISTANTS.map((name) => ({ name, title: name, folder: '' })),
  { name: 'claude-code', title: 'claude-code for Node.js 20', folder: 'node-20' },
];

/** How each is asked once, without a terminal, and lets the tools of the memory run. */
const WORDS: Record<Assistant, (prompt: string) => string[]> = {
  'claude-code': (prompt) => ['-p', prompt, '--allowedTools', 'mcp__assistant-memory'],
  codex: (prompt) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', prompt],
  gemini: (prompt) => ['--skip-trust', '--yolo', '-p', prompt],
};

export const PROGRAMS: Record<Assistant, string> = {
  'claude-code': 'claude',
  codex: 'codex',
  gemini: 'gemini',
};

const KEY = 'sk-ant-none';

/** The three with the stand-in provider, and with no way to anywhere else. */
export const environmentAt = (provider: string) => ({
  ANTHROPIC_BASE_URL: provider,
  ANTHROPIC_API_KEY: KEY,
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  // Its tools would be found by a search that the provider would have to ask for.
  ENABLE_TOOL_SEARCH: 'false',
  OPENAI_API_KEY: 'sk-none',
  GEMINI_API_KEY: 'none',
  GOOGLE_GEMINI_BASE_URL: provider,
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1,localhost',
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
});

/** The programs before others. */
export function programsPath(path: string, folder = ''): string {
  return `${join(ASSISTANTS_FOLDER ?? '', folder, 'node_modules/.bin')}:${path}`;
}

/** Codex's settings for the stand-in provider, with further lines. */
export function codexConfig(provider: string, ...lines: string[]): string {
  return [
    'model = "gpt-5"',
    'model_provider = "standin"',
    '[model_providers.standin]',
    'name = "standin"',
    `base_url = "${provider}/v1"`,
    'wire_api = "responses"',
    ...lines,
    '',
  ].join('\n');
}

/** A real coding assistant on a machine of the tests. */
export class RealAssistant {
  constructor(
    readonly name: Assistant,
    private readonly machine: MemoryMachine,
    private readonly provider: string,
    private readonly folder = '',
  ) {}

  /** What a user has set up before the memory comes. */
  prepare(): void {
    const { machine, name } = this;
    if (name === 'codex')
      machine.write(
        '.codex/config.toml',
        codexConfig(
          this.provider,
          'env_key = "OPENAI_API_KEY"',
          `[projects.${JSON.stringify(machine.folder)}]`,
          'trust_level = "trusted"',
        ),
      );
    else if (name === 'gemini')
      machine.write(
        '.gemini/settings.json',
        '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }\n',
      );
    else {
      mkdirSync(machine.path('.claude'), { recursive: true });
      // What it asks once in a terminal. It does not keep what is its default, as the dark theme.
      const approved = { approved: [KEY], rejected: [] };
      const answers = { hasCompletedOnboarding: true, theme: 'light', customApiKeyResponses: approved };
      machine.write('.claude.json', `${JSON.stringify(answers, null, 2)}\n`);
    }
  }

  get environment(): Record<string, string> {
    const { PATH = '', ...environment } = this.machine.environment;
    return { ...environment, ...environmentAt(this.provider), PATH: programsPath(PATH, this.folder) };
  }

  /** Its version, as it prints it. */
  async version(): Promise<string> {
    const { stdout } = await promisify(execFile)(PROGRAMS[this.name], ['--version'], {
      env: this.environment,
    });
    return `${this.name} ${stdout.trim().split('\n').at(-1)}`;
  }

  /** Starts it with one prompt, in the machine's folder or another one. */
  start(prompt: string, cwd = this.machine.folder): ChildProcess {
    return spawn(PROGRAMS[this.name], WORDS[this.name](prompt), {
      cwd,
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own: Gemini CLI starts itself once more.
      detached: true,
    });
  }

  /** Kills it with all that it has started. */
  static async kill(child: ChildProcess): Promise<void> {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    // Not until its pipes are closed: a hook in a group of its own may still have them.
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }

  /** Asks it once, and waits until it has ended. What it printed. */
  async ask(prompt: string, cwd?: string): Promise<string> {
    const child = this.start(prompt, cwd);
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => (printed += part));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`${this.name} ended with ${code}:\n${printed}`);
    return printed;
  }
}

/** Codex leaves a process in the background, with another one that updates it. */
export function endDaemonOf(machine: MemoryMachine): void {
  for (const name of ['daemon', 'daemon-updater']) {
    const file = `.codex/app-server-daemon/${name}.pid`;
    if (!existsSync(machine.path(file))) continue;
    const pid = Number(/\d+/.exec(machine.read(file))?.[0]);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}
