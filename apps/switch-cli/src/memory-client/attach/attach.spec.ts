import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { settingsOf } from '../../installer/json-edits';
import type { Environment } from '../../program/environment';
import { paintFor } from '../../program/paint';
import { shellWord } from '../../program/shell-word';
import { attach } from '../commands/attach';
import { detach } from '../commands/detach';
import { toolChecks } from '../commands/tool-checks';
import { uninstall } from '../commands/uninstall';
import type { MemoryRun } from '../program/memory-run';
import { writeMemoryConfig } from '../server/memory-settings';
import { memoryState } from '../places';
import { launcherOf, startsWithoutPath, writeLauncher } from './launcher';
import { attachedParts } from './tool-changes';
import { toolOf } from './tools';

const URL = 'https://panel.example.com';
const KEY = 'memory-2f7c9e1b5a8d4c6f0e3b7a9d1c5f';

const FILES = {
  'claude-code': { hooks: '.claude/settings.json', mcp: '.claude.json', instructions: '.claude/CLAUDE.md' },
  codex: { hooks: '.codex/hooks.json', mcp: '.codex/config.toml', instructions: '.codex/AGENTS.md' },
  gemini: { hooks: '.gemini/settings.json', mcp: '.gemini/settings.json', instructions: '.gemini/GEMINI.md' },
  cursor: { hooks: '.cursor/hooks.json', mcp: '.cursor/mcp.json' },
  vscode: {
    hooks: '.copilot/hooks/assistant-memory.json',
    mcp: '.config/Code/User/mcp.json',
    instructions: '.copilot/instructions/assistant-memory.instructions.md',
  },
  windsurf: {
    mcp: '.codeium/windsurf/mcp_config.json',
    instructions: '.codeium/windsurf/memories/global_rules.md',
  },
  zed: { mcp: '.config/zed/settings.json', instructions: '.config/zed/AGENTS.md' },
  opencode: { mcp: '.config/opencode/opencode.json', instructions: '.config/opencode/AGENTS.md' },
  goose: { mcp: '.config/goose/config.yaml', instructions: '.config/goose/.goosehints' },
  antigravity: { mcp: '.gemini/antigravity/mcp_config.json', instructions: '.gemini/GEMINI.md' },
} as const;
type ToolName = keyof typeof FILES;

const USER = { isProject: false };
const PROJECT = { isProject: true };
const ALL = { hooks: 'there', server: 'there', instructions: 'there' };

const HOOKS = `{
  "model": "opus",   "n": 1.50,
  "hooks": {
    "SessionStart": [ { "hooks": [ { "type": "command", "command": "other-tool start" } ] } ],
    "Stop": [{"hooks":[{"type":"command","command":"say done"}]}]
  },
  "big": 12345678901234567890
}
`;
const COMMENTS = `// mine\n{\n  /* why */ "theme": "dark", // trailing\n  "list": [1, 2,],\n}\n`;
const SERVERS = `{"mcpServers": {"other": {"type": "http", "url": "https://example.com/mcp"}}, "oauthAccount": {"a": 1}}`;
const TOML = `model = "o5" # mine\n\n[mcp_servers.other]\nurl = "https://example.com/mcp"\n`;
const YAML = `GOOSE_MODEL: o5 # mine

extensions:
    # the first
    other: { enabled: true, type: stdio, cmd: other, args: ['a'] }
    second:
        enabled: false
        args:
        - "x"   # kept

# about the next
last: 1.50
`;
const NOTES = `# My rules\n\nBe brief.`;
type Settings = Record<string, object>;
type Kind = 'json' | 'toml' | 'yaml' | 'md';
const CONTENT: Record<Kind, string> = { json: HOOKS, toml: TOML, yaml: YAML, md: NOTES };
/** Where the servers of a tool stand under another name than `mcpServers`. */
const SERVERS_OF: Partial<Record<string, string>> = {
  vscode: '{\n\t"servers": {\n\t\t"other": { "type": "http", "url": "https://example.com/mcp" }\n\t}\n}\n',
  zed: '// mine\n{\n  "theme": "One",\n  "context_servers": { "other": { "command": "other", "args": [] } },\n}\n',
  opencode: '{ "mcp": { "other": { "type": "local", "command": ["other"] } }, "model": "x" }',
};

describe('what user files start', () => {
  let home: string;
  let environment: Environment;
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), "it's café ")));
    environment = { variables: {}, home, cwd: home, platform: 'linux' };
  });
  afterEach(() => rmSync(home, { recursive: true }));
  const started = (...args: string[]) =>
    execFileSync(launcherOf(environment), args, { env: { PATH: join(home, 'bin') } }).toString();

  it('is this program by this Node.js without a PATH, else the one of the PATH', async () => {
    expect(await startsWithoutPath(environment)).toBeNull();
    const program = join(home, 'program.cjs');
    writeFileSync(program, 'console.log(JSON.stringify(process.argv.slice(2)))');
    writeLauncher(environment, process.execPath, program);
    expect(JSON.parse(started('hook', 'a b'))).toEqual(['hook', 'a b']);
    expect(await startsWithoutPath(environment)).toBe(true);
    rmSync(program);
    expect(await startsWithoutPath(environment)).toBe(false);
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin/assistant-memory'), '#!/bin/sh\necho "on the PATH: $1"', { mode: 0o700 });
    expect(started('hook')).toBe('on the PATH: hook\n');
  });

  it('is a name where there are no such scripts', () => {
    expect(launcherOf({ ...environment, platform: 'win32' })).toBe('assistant-memory');
  });
});

describe('attach and detach', () => {
  let home: string;
  let environment: Environment;
  beforeEach(start);
  afterEach(() => rmSync(home, { recursive: true }));

  function start(): void {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'attach café ')));
    environment = { variables: {}, home, cwd: join(home, 'www/shop'), platform: 'linux', settled_ms: 1 };
    mkdirSync(environment.cwd, { recursive: true });
    writeMemoryConfig(environment, { url: URL, key: KEY }, { insecure: false });
  }

  /** How the files of a tool are before: each state writes what it needs. */
  const STATES: Record<string, (tool: ToolName) => void> = {
    missing: () => undefined,
    empty: (tool) => each(tool, () => ''),
    comments: (tool) => each(tool, (kind) => ({ json: COMMENTS, toml: TOML, yaml: YAML, md: NOTES })[kind]),
    'hooks of others': (tool) => each(tool, (kind) => CONTENT[kind]),
    CRLF: (tool) => each(tool, (kind) => CONTENT[kind].replaceAll('\n', '\r\n')),
    'nothing to part it from': (tool) =>
      each(tool, (kind) => ({ json: '{}', toml: 'a = 1', yaml: 'extensions:', md: NOTES })[kind]),
    'a symbolic link': (tool) => {
      for (const path of files(tool)) {
        write(`dotfiles/${path}`, contentFor(path));
        mkdirSync(dirname(join(home, path)), { recursive: true });
        symlinkSync(join(home, `dotfiles/${path}`), join(home, path));
      }
    },
    'other MCP servers': (tool) =>
      each(tool, (kind) => ({ ...CONTENT, json: SERVERS_OF[tool] ?? SERVERS })[kind]),
  };

  it.each(Object.keys(FILES) as ToolName[])(
    'bring %s to work from every state of its files, and leave each byte of others as it was',
    async (tool) => {
      for (const [state, prepare] of Object.entries(STATES)) {
        prepare(tool);
        const before = snapshot(tool);
        const folders = foldersOfHome();
        await attach(run({ dry_run: true }), tool, USER);
        expect([state, snapshot(tool)]).toEqual([state, before]);

        await attach(run(), tool, USER);
        const attached = snapshot(tool);
        // No key, no address, no variable: a foreign file just starts the program.
        expect(Object.values(attached).join('\n')).not.toMatch(
          new RegExp(`${KEY}|panel\\.example|ASSISTANT_MEMORY_KEY`),
        );
        expect(attachedParts(toolOf(tool), environment, false)).toEqual(partsOf(tool));
        // Already attached: nothing changes.
        await attach(run(), tool, USER);
        expect([state, snapshot(tool)]).toEqual([state, attached]);

        await detach(run(), tool, USER);
        expect([state, snapshot(tool)]).toEqual([state, before]);
        expect([state, foldersOfHome()]).toEqual([state, folders]);
        expect(filesOfHome().filter((path) => path.includes('backups/'))).toEqual([]);
        rmSync(home, { recursive: true });
        start();
      }
    },
  );

  it.each([
    ['zed', PROJECT, 'www/shop/.rules', 'www/shop/.clinerules/own.md', 'Mine'],
    ['opencode', USER, '.config/opencode/opencode.jsonc', '.config/opencode/opencode.json', '{ "mcp": '],
  ] as const)(
    'detach of %s is not stopped by a file that it does not read',
    async (tool, own, path, other, text) => {
      write(path, '{}\n');
      write(other, text);
      await attach(run(), tool, own);
      await detach(run(), tool, own);
      expect([read(path), read(other)]).toEqual(['{}\n', text]);
    },
  );

  it('finds its block behind a mark of the byte order', async () => {
    await attach(run(), 'claude-code', USER);
    write('.claude/CLAUDE.md', `\ufeff${read('.claude/CLAUDE.md')}Mine.\n`);
    expect(attachedParts(toolOf('claude-code'), environment, false)).toEqual(ALL);
    await detach(run(), 'claude-code', USER);
    expect(read('.claude/CLAUDE.md')).toBe('\ufeffMine.\n');
  });

  it('takes away exactly its own from files that changed since', async () => {
    write('.claude/settings.json', HOOKS);
    write('.claude.json', SERVERS);
    write('.claude/CLAUDE.md', NOTES);
    await attach(run(), 'claude-code', USER);
    for (const path of ['.claude/settings.json', '.claude.json']) {
      write(path, read(path).replace(/\{/, '{"later": true,'));
    }
    write('.claude/CLAUDE.md', `${read('.claude/CLAUDE.md')}Later.\n`);
    await detach(run(), 'claude-code', USER);
    expect(read('.claude/settings.json')).toBe(HOOKS.replace('{', '{"later": true,'));
    expect(read('.claude.json')).toBe(SERVERS.replace('{', '{"later": true,'));
    expect(read('.claude/CLAUDE.md')).toBe(`${NOTES}\nLater.\n`);
  });

  it.each(['claude-code', 'opencode', 'goose'] as const)(
    'leave nothing of theirs where %s has written its file since',
    async (tool) => {
      await attach(run(), tool, USER);
      const path = FILES[tool].mcp;
      write(
        path,
        path.endsWith('.yaml') ? `later: 1\n${read(path)}` : read(path).replace('{', '{ "later": 1,'),
      );
      await detach(run(), tool, USER);
      expect(path.endsWith('.yaml') ? parseYaml(read(path)) : JSON.parse(read(path))).toEqual({ later: 1 });
    },
  );

  it('write the hooks of editors as these read them, and take them out of a file that changed since', async () => {
    for (const [tool, event, own] of [
      ['cursor', 'sessionStart', 'hook session-start --client cursor'],
      ['vscode', 'SessionStart', 'hook session-start --client vscode'],
    ] as const) {
      const path = FILES[tool].hooks;
      await attach(run(), tool, USER);
      const written = JSON.parse(read(path)) as { hooks: Record<string, object[]> };
      expect(written).toMatchObject({
        version: 1,
        hooks: { [event]: [{ type: 'command', command: `${shellWord(launcherOf(environment))} ${own}` }] },
      });
      const other = { command: './mine.sh' };
      written.hooks[event]?.push(other);
      write(path, JSON.stringify(written));
      expect(attachedParts(tool, environment, false)).toMatchObject({ hooks: 'there' });
      await detach(run(), tool, USER);
      expect(JSON.parse(read(path))).toEqual({ version: 1, hooks: { [event]: [other] } });

      write(path, '{"version": 1}\n');
      await attach(run(), tool, USER);
      await detach(run(), tool, USER);
      expect(read(path)).toBe('{"version": 1}\n');
    }
  });

  it('leave no file of hooks and no instructions that were made for them and have changed since', async () => {
    const { hooks, instructions } = FILES.vscode;
    await attach(run(), 'vscode', USER);
    expect(read(instructions)).toMatch(/^---\napplyTo: "\*\*"\n---\n<!-- assistant-memory -->\n/);
    write(hooks, JSON.stringify(JSON.parse(read(hooks))));
    write(instructions, read(instructions).replace('You have a memory', 'You have the memory'));
    await detach(run(), 'vscode', USER);
    expect(filesOfHome().filter((path) => path.startsWith('.copilot'))).toEqual([]);
  });

  it('leave a folder that they made where something else is in it by now, and take it away later', async () => {
    await attach(run(), 'goose', USER);
    write('.config/goose/history', 'mine');
    await detach(run(), 'goose', USER);
    expect(filesOfHome()).toContain('.config/goose/history');
    await expect(attach(run(), undefined, USER)).rejects.toThrow('Found here: goose.');
    rmSync(join(home, '.config/goose/history'));
    await attach(run(), 'windsurf', USER);
    await detach(run(), 'windsurf', USER);
    await expect(attach(run(), undefined, USER)).rejects.toThrow('No assistant was found');
  });

  it('print the instructions where only a person can put them, and doctor says that it cannot see them', async () => {
    for (const times of [1, 2]) {
      const { lines } = await attach(run(), 'cursor', USER);
      expect([times, lines.join('\n')]).toEqual([
        times,
        expect.stringContaining('the MCP tool load_context'),
      ]);
    }
    expect(toolChecks(run())).toEqual([
      { name: 'cursor', level: 'ok', message: 'attached: hooks, MCP server.' },
      expect.objectContaining({ level: 'warning', message: expect.stringContaining('cannot see whether') }),
    ]);
    await detach(run(), 'cursor', USER);
    const { lines } = await attach(run(), 'cursor', PROJECT);
    expect(lines.join('\n')).toContain('for all folders at once: assistant-memory attach cursor');
    expect(lines.join('\n')).not.toContain('User Rules');
  });

  it('refuse a file that is half, read-only or no text, and then write none at all', async () => {
    write('.claude/CLAUDE.md', NOTES);
    write('.claude.json', '{"mcpServers": {"other": ');
    await expect(attach(run(), 'claude-code', USER)).rejects.toThrow('.claude.json was left alone');
    write('.claude.json', SERVERS);
    writeFileSync(join(home, '.claude/settings.json'), Buffer.from([0xff, 0xfe, 0x7b]));
    await expect(attach(run(), 'claude-code', USER)).rejects.toThrow('is not UTF-8');
    write('.claude/settings.json', HOOKS);
    chmodSync(join(home, '.claude/settings.json'), 0o444);
    await expect(attach(run(), 'claude-code', USER)).rejects.toThrow('is read-only');
    write('.codex/config.toml', 'model = "o5');
    await expect(attach(run(), 'codex', USER)).rejects.toThrow('was left alone');
    expect(read('.codex/config.toml')).toBe('model = "o5');

    expect(read('.claude/settings.json')).toBe(HOOKS);
    expect(read('.claude.json')).toBe(SERVERS);
    expect(read('.claude/CLAUDE.md')).toBe(NOTES);
    expect(existsSync(join(home, '.codex/hooks.json'))).toBe(false);
  });

  it('write into the uncommitted files of a folder with --project, with rights and block as they should be', async () => {
    write('www/shop/.claude/settings.local.json', HOOKS);
    chmodSync(join(home, 'www/shop/.claude/settings.local.json'), 0o640);
    await attach(run(), 'claude-code', PROJECT);
    expect(statSync(join(home, 'www/shop/.claude/settings.local.json')).mode & 0o777).toBe(0o640);
    expect(existsSync(join(home, '.claude'))).toBe(false);
    const servers = JSON.parse(read('www/shop/.mcp.json')) as { mcpServers: Record<string, object> };
    expect(servers.mcpServers['assistant-memory']).toEqual({ command: 'assistant-memory', args: ['mcp'] });
    const block = read('www/shop/CLAUDE.local.md').trimEnd().split('\n');
    expect(block.length).toBeLessThanOrEqual(6);
    expect([block[0], block.at(-1)]).toEqual(['<!-- assistant-memory -->', '<!-- /assistant-memory -->']);
    await detach(run(), 'claude-code', PROJECT);
    expect(filesOfHome().filter((path) => path.startsWith('www'))).toEqual([
      'www/shop/.claude/settings.local.json',
    ]);
  });

  it.each([
    ['an inline table', 'mcp_servers = { other = { url = "https://example.com/mcp" } }\n', 'inline table'],
    [
      'a server of the user’s in single quotes',
      `[mcp_servers.'assistant-memory']\nurl = "https://other.example/mcp"\n`,
      'https://other.example/mcp',
    ],
    ['a table that is broken', '[mcp_servers.other\nurl = 1\n', 'not whole TOML'],
  ])('refuse a config.toml with %s, and leave it as it was', async (_, text, reason) => {
    write('.codex/config.toml', text);
    await expect(attach(run(), 'codex', USER)).rejects.toThrow(reason);
    expect(read('.codex/config.toml')).toBe(text);
    expect(existsSync(join(home, '.codex/hooks.json'))).toBe(false);
    if (reason !== 'not whole TOML')
      expect(attachedParts('codex', environment, false)).toMatchObject({ server: 'missing' });
  });

  it('renew a server that starts the program by its name, which an assistant without a PATH does not find', async () => {
    const text = `[mcp_servers.'assistant-memory']\nargs = ["mcp"]\ncommand = 'assistant-memory'\n`;
    write('.codex/config.toml', text);
    expect(attachedParts('codex', environment, false)).toMatchObject({ server: 'older' });
    await attach(run(), 'codex', USER);
    expect(read('.codex/config.toml')).toContain(launcherOf(environment));
    expect(attachedParts('codex', environment, false)).toEqual(ALL);
  });

  it('know the server in what Codex itself has written since, which moves and drops comments', async () => {
    write('.codex/config.toml', 'model = "o5" # mine\n\n[mcp_servers.other]\ncommand = "x"\n');
    await attach(run(), 'codex', USER);
    // As `codex mcp add later -- true` leaves it, from a file with the marks of earlier versions; and a setting of the user's.
    const written = `model = "o5" # mine

[mcp_servers.other]
command = "x"

[mcp_servers."assistant-memory"]
command = ${JSON.stringify(launcherOf(environment))}
args = ["mcp"]
startup_timeout_sec = 20

[mcp_servers.assistant-memory.tools.task]
approval_mode = "approve"

# about the next
[mcp_servers.later]
command = "true"
# assistant-memory: end
`;
    write('.codex/config.toml', written);
    expect(attachedParts('codex', environment, false)).toEqual(ALL);
    await attach(run(), 'codex', USER);
    expect(read('.codex/config.toml')).toBe(written);
    // As an earlier version named the program: the rest of the table stays.
    write(
      '.codex/config.toml',
      written.replace(JSON.stringify(launcherOf(environment)), "'assistant-memory'"),
    );
    await attach(run(), 'codex', USER);
    expect(read('.codex/config.toml')).toBe(written);
    await detach(run(), 'codex', USER);
    expect(read('.codex/config.toml')).toBe(`model = "o5" # mine

[mcp_servers.other]
command = "x"

# about the next
[mcp_servers.later]
command = "true"
`);
  });

  it.each([
    ['claude-code', { type: 'http', url: `${URL}/mcp`, headersHelper: 'assistant-memory mcp-headers' }],
    ['gemini', { httpUrl: `${URL}/mcp`, headers: { Authorization: 'Bearer $ASSISTANT_MEMORY_KEY' } }],
    ['codex', null],
  ] as const)(
    'replace what earlier versions wrote for %s, and detach takes both away',
    async (tool, entry) => {
      const path = FILES[tool].mcp;
      const older =
        entry === null
          ? `${TOML}# assistant-memory: begin\n[mcp_servers.assistant-memory]\nurl = "${URL}/mcp"\n` +
            `bearer_token_env_var = "ASSISTANT_MEMORY_KEY"\n# assistant-memory: end\n`
          : JSON.stringify({ mcpServers: { other: { command: 'other' }, 'assistant-memory': entry } });
      write(path, older);
      expect(attachedParts(tool, environment, false)).toMatchObject({ server: 'older' });
      await attach(run(), tool, USER);
      expect(read(path)).not.toContain('panel.example.com');
      expect(attachedParts(tool, environment, false)).toEqual(ALL);
      rmSync(memoryState(environment, 'attached.json'));
      await detach(run(), tool, USER);
      expect(read(path)).not.toContain('assistant-memory');
      expect(read(path)).toContain('other');
      write(path, older);
      await detach(run(), tool, USER);
      expect(read(path)).not.toContain('assistant-memory');
    },
  );

  it('leave a server of the user’s under our name alone', async () => {
    const text = '{"mcpServers": {"assistant-memory": {"command": "their-own"}}}';
    write('.claude.json', text);
    await expect(attach(run(), 'claude-code', USER)).rejects.toThrow('leads to their-own');
    await detach(run(), 'claude-code', USER);
    expect(read('.claude.json')).toBe(text);
  });

  it('renew hooks of an earlier version, which ran one at each start', async () => {
    const older =
      '{ "hooks": { "SessionStart": [{ "hooks": [{ "type": "command", "command": "assistant-memory hook session-start" }] }] } }';
    for (const tool of ['claude-code', 'codex', 'gemini'] as const) {
      write(FILES[tool].hooks, older);
      expect(attachedParts(tool, environment, false)).toMatchObject({ hooks: 'older' });
      await attach(run(), tool, USER);
      expect(attachedParts(tool, environment, false)).toEqual(ALL);
      const { hooks } = JSON.parse(read(FILES[tool].hooks)) as {
        hooks: Record<string, { matcher?: string }[]>;
      };
      const kinds = (hooks['SessionStart'] ?? []).flatMap(({ matcher = 'startup' }) => matcher.split('|'));
      expect([kinds.includes('resume'), kinds.includes('startup')]).toEqual([true, false]);
    }
  });

  it('say which files of a folder colleagues should not get', async () => {
    const { lines } = await attach(run(), 'claude-code', PROJECT);
    expect(lines.join('\n')).toMatch(/Do not commit: ~\/www\/shop\/\.mcp\.json\n/);
    const gemini = await attach(run(), 'gemini', PROJECT);
    expect(gemini.lines.join('\n')).toContain('.gemini/settings.json');
  });

  it('write the server as each tool names it', async () => {
    for (const tool of ['vscode', 'zed', 'opencode', 'goose'] as const) await attach(run(), tool, USER);
    const command = launcherOf(environment);
    expect(JSON.parse(read(FILES.vscode.mcp))).toEqual({
      servers: { 'assistant-memory': { type: 'stdio', command, args: ['mcp'] } },
    });
    // As an earlier version named the program, with a setting of the user's beside it.
    const older = { command: 'assistant-memory', args: ['mcp'], timeout: 9 };
    write(FILES.cursor.mcp, JSON.stringify({ mcpServers: { 'assistant-memory': older } }));
    await attach(run(), 'cursor', USER);
    expect(JSON.parse(read(FILES.cursor.mcp))).toEqual({
      mcpServers: { 'assistant-memory': { ...older, command } },
    });
    expect(JSON.parse(read(FILES.zed.mcp))).toEqual({
      context_servers: { 'assistant-memory': { command, args: ['mcp'] } },
    });
    expect(JSON.parse(read(FILES.opencode.mcp))).toEqual({
      mcp: { 'assistant-memory': { type: 'local', command: [command, 'mcp'], enabled: true } },
    });
    expect(parseYaml(read(FILES.goose.mcp))).toMatchObject({
      extensions: { 'assistant-memory': { type: 'stdio', cmd: command, args: ['mcp'] } },
    });
  });

  it('take ours out of YAML that changed since, and refuse one in braces', async () => {
    write(FILES.goose.mcp, YAML);
    await attach(run(), 'goose', USER);
    write(FILES.goose.mcp, read(FILES.goose.mcp).replace('last: 1.50', 'last: 2 # later'));
    await detach(run(), 'goose', USER);
    expect(read(FILES.goose.mcp)).toBe(YAML.replace('last: 1.50', 'last: 2 # later'));
    for (const [text, reason] of [
      ['extensions: { other: { cmd: x } }\n', 'a line for each'],
      ['extensions: [1]\n', 'a line for each'],
      ['a: [1\n', 'not whole YAML'],
      ['- a\n', 'not a YAML mapping'],
    ] as const) {
      write(FILES.goose.mcp, text);
      await expect(attach(run(), 'goose', USER)).rejects.toThrow(reason);
      expect(read(FILES.goose.mcp)).toBe(text);
    }
  });

  it('leave every comment of others, also where an older entry is replaced', async () => {
    const before = `{
  "mcpServers": {
    "one": { "command": "one" }, // for work
    "assistant-memory": {
      // mine
      "httpUrl": "${URL}/mcp", "headers": { "Authorization": "Bearer $ASSISTANT_MEMORY_KEY" }
    }
    // "jira": { "command": "jira" }   off until the token is back
  },
  "hooks": {
    // none of my own yet
    "PreCompress": [{"hooks":[{"type":"command","command":"assistant-memory hook checkpoint","timeout":4000}]}]
  },
  // a rule of the company
  "privacy": { "usageStatisticsEnabled": false }
}
`;
    const comments = before.match(/\/\/ .*/g);
    const path = FILES.gemini.mcp;
    write(path, before);
    await attach(run(), 'gemini', USER);
    expect(
      read(path)
        .match(/\/\/ .*/g)
        ?.sort(),
    ).toEqual(comments?.sort());
    expect(attachedParts('gemini', environment, false)).toEqual(ALL);
    write(path, read(path).replace('"privacy"', '"later": 1, "privacy"'));
    await detach(run(), 'gemini', USER);
    expect(
      read(path)
        .match(/\/\/ .*/g)
        ?.sort(),
    ).toEqual(comments?.sort());
    expect(settingsOf(read(path))).toEqual({
      mcpServers: { one: { command: 'one' } },
      hooks: {},
      later: 1,
      privacy: { usageStatisticsEnabled: false },
    });

    const toml = `${TOML}[mcp_servers.assistant-memory]\ncommand = "assistant-memory"\n# mine\nargs = ["mcp"]\n# a = 1\n`;
    write('.codex/config.toml', toml);
    await detach(run(), 'codex', USER);
    expect(read('.codex/config.toml')).toBe(`${TOML}# mine\n# a = 1\n`);
    const yaml = `extensions:\n  assistant-memory:\n    cmd: assistant-memory\n    # mine\n    args: [mcp]\n  other:\n    cmd: x\n`;
    write(FILES.goose.mcp, yaml);
    await detach(run(), 'goose', USER);
    expect(read(FILES.goose.mcp)).toBe('extensions:\n    # mine\n  other:\n    cmd: x\n');
  });

  it('say what is wrong where the servers are none, or stand there twice', async () => {
    for (const [text, reason] of [
      ['{"mcpServers": null}', '"mcpServers" is not an object'],
      ['{"mcpServers": {}, "mcpServers": {}}', '"mcpServers" is there twice'],
    ] as const) {
      write(FILES.windsurf.mcp, text);
      await expect(attach(run(), 'windsurf', USER)).rejects.toThrow(reason);
      await detach(run(), 'windsurf', USER);
      expect(read(FILES.windsurf.mcp)).toBe(text);
      expect(attachedParts('windsurf', environment, false)).toMatchObject({ server: 'missing' });
    }
  });

  it('put the server into the empty braces that Goose writes', async () => {
    const text = 'a: 1\nextensions: {} # none\nlast: 2\n';
    write(FILES.goose.mcp, text);
    await attach(run(), 'goose', USER);
    expect(attachedParts('goose', environment, false)).toEqual(partsOf('goose'));
    write(FILES.goose.mcp, read(FILES.goose.mcp).replace('last: 2', 'last: 3'));
    await detach(run(), 'goose', USER);
    expect(read(FILES.goose.mcp)).toBe(text.replace('last: 2', 'last: 3'));
  });

  it('leave instructions that another attached tool reads too', async () => {
    await attach(run(), 'gemini', USER);
    const told = read('.gemini/GEMINI.md');
    await attach(run(), 'antigravity', USER);
    expect(read('.gemini/GEMINI.md')).toBe(told);
    await detach(run(), 'gemini', USER);
    expect(read('.gemini/GEMINI.md')).toBe(told);
    await detach(run(), 'antigravity', USER);
    expect(filesOfHome()).not.toContain('.gemini/GEMINI.md');

    // As an earlier version attached Gemini CLI.
    for (const tool of ['gemini', 'antigravity'] as const) await attach(run(), tool, USER);
    const older = { httpUrl: `${URL}/mcp`, headers: { Authorization: 'Bearer $ASSISTANT_MEMORY_KEY' } };
    write('.gemini/settings.json', JSON.stringify({ mcpServers: { 'assistant-memory': older } }));
    await detach(run(), 'antigravity', USER);
    expect(read('.gemini/GEMINI.md')).toBe(told);

    for (const tool of ['cursor', 'zed'] as const) await attach(run(), tool, PROJECT);
    await detach(run(), 'cursor', PROJECT);
    expect(read('www/shop/AGENTS.md')).toContain('assistant-memory');
    await detach(run(), 'zed', PROJECT);
    expect(filesOfHome().filter((path) => path.startsWith('www'))).toEqual([]);
  });

  it('take one out though the file of another is broken', async () => {
    for (const tool of ['cursor', 'vscode'] as const) await attach(run(), tool, USER);
    write(FILES.vscode.mcp, '{"half": ');
    await detach(run(), 'cursor', USER);
    expect(filesOfHome()).not.toContain(FILES.cursor.mcp);
  });

  it('doctor names the files that are broken, and looks at the others', async () => {
    await attach(run(), 'claude-code', USER);
    const well = toolChecks(run());
    expect(well.map(({ name, level }) => [name, level])).toEqual([['claude-code', 'ok']]);
    // Of a tool that is not attached; and a text that speaks of our marks has no block.
    write('.gemini/settings.json', '{ "a": 1');
    write('.gemini/config/mcp_config.json', '');
    write('www/shop/AGENTS.md', 'The block is between `<!-- assistant-memory -->` and its end.\n');
    await detach(run(), 'antigravity', USER);
    expect(toolChecks(run())).toEqual([
      ...well,
      expect.objectContaining({ name: 'gemini', message: expect.stringContaining('.gemini/settings.json') }),
    ]);
    write('.gemini/settings.json', '');
    for (const [path, text] of [
      ['.claude/settings.json', '{"hooks":{"Stop":"x"}}'],
      ['.claude.json', '{'],
      ['.claude/CLAUDE.md', '<!-- assistant-memory -->\nhalf\n'],
    ] as const) {
      const before = read(path);
      write(path, text);
      expect(toolChecks(run())).toEqual([
        expect.objectContaining({ level: 'warning', message: expect.stringContaining(path) }),
      ]);
      write(path, before);
    }
    await attach(run(), 'codex', PROJECT);
    expect(read('www/shop/AGENTS.md')).toMatch(/^The block is between[^]*\n<!-- assistant-memory -->\n/);
    await detach(run(), 'codex', PROJECT);
    expect(read('www/shop/AGENTS.md')).toBe(
      'The block is between `<!-- assistant-memory -->` and its end.\n',
    );
  });

  it.each(['claude-code', 'codex', 'gemini', 'cursor', 'zed', 'goose'] as const)(
    'leave nothing of %s behind in a home that is a link, also of an earlier version',
    async (tool) => {
      const real = home;
      const link = `${home} link`;
      symlinkSync(real, link);
      environment = { ...environment, home: link };
      const records = memoryState(environment, 'attached.json');
      for (const isEarlier of [false, true]) {
        const folders = foldersOfHome();
        const before = filesOfHome();
        await attach(run(), tool, USER);
        if (isEarlier) writeFileSync(records, readFileSync(records, 'utf8').replaceAll(real, link));
        await detach(run(), tool, USER);
        expect(filesOfHome().filter((path) => !before.includes(path) && !path.startsWith('.local'))).toEqual(
          [],
        );
        expect(foldersOfHome()).toEqual(folders);
      }
      rmSync(link);
    },
  );

  it('write nothing where one of the files cannot be written, or take back what was written', async () => {
    chmodSync(home, 0o777);
    await expect(attach(run(), 'claude-code', USER)).rejects.toThrow('Anybody on this machine');
    chmodSync(home, 0o700);
    expect(filesOfHome().filter((path) => path.startsWith('.claude'))).toEqual([]);

    // Its lock cannot be made: that is seen only once the hooks are written.
    write('.claude/settings.json', HOOKS);
    write('.claude.json.lock', '');
    utimesSync(join(home, '.claude.json.lock'), 0, 0);
    await expect(attach(run(), 'claude-code', USER)).rejects.toThrow('.claude.json.lock cannot be made');
    expect(read('.claude/settings.json')).toBe(HOOKS);
    expect(filesOfHome().filter((path) => /backups\/|^\.claude/.test(path))).toEqual([
      '.claude.json.lock',
      '.claude/settings.json',
    ]);
    expect(JSON.parse(readFileSync(memoryState(environment, 'attached.json'), 'utf8'))).toEqual({});
  });

  it.each([
    ['a folder', '.codex', 'victim', '.codex/hooks.json', 'victim/hooks.json'],
    ['a file that is not there yet', 'AGENTS.md', 'victim/new', 'AGENTS.md', 'victim/new'],
    [
      'a link that comes back',
      '.codex/config.toml',
      'victim/back',
      '.codex/config.toml',
      'victim/config.toml',
    ],
    ['the folder above', 'AGENTS.md', 'www/AGENTS.md', 'AGENTS.md', 'www/AGENTS.md'],
  ])('write nothing with --project where %s leads out of the folder', async (_, link, to, path, file) => {
    write('victim/config.toml', TOML);
    symlinkSync('config.toml', join(home, 'victim/back'));
    mkdirSync(dirname(join(environment.cwd, link)), { recursive: true });
    symlinkSync(join(home, to), join(environment.cwd, link));
    const before = filesOfHome();
    for (const one of [run(), run({ dry_run: true })])
      await expect(attach(one, 'codex', PROJECT)).rejects.toThrow(
        `~/www/shop/${path} leads out of this folder, to ~/${file}, so`,
      );
    expect(filesOfHome()).toEqual(before);
    expect(read('victim/config.toml')).toBe(TOML);
  });

  it('follow the own links of a folder with --project that stay in it, also where the folder is a link', async () => {
    write('www/shop/CLAUDE.md', NOTES);
    symlinkSync('./docs/../CLAUDE.md', join(environment.cwd, 'AGENTS.md'));
    mkdirSync(join(environment.cwd, 'docs'));
    symlinkSync(environment.cwd, join(home, 'link'));
    environment = { ...environment, cwd: join(home, 'link') };
    await attach(run(), 'codex', PROJECT);
    expect(read('www/shop/CLAUDE.md')).toContain('assistant-memory');
    await detach(run(), 'codex', PROJECT);
    expect(read('www/shop/CLAUDE.md')).toBe(NOTES);
  });

  const isRoot = process.getuid?.() === 0;
  if (!isRoot) console.warn('SKIPPED: a link of another user (only root can give one away).');
  (isRoot ? it : it.skip)('write nothing with --project over a link of another user', async () => {
    write('www/shop/CLAUDE.md', NOTES);
    const link = join(environment.cwd, 'AGENTS.md');
    symlinkSync('CLAUDE.md', link);
    lchownSync(link, 12_345, 12_345);
    await expect(attach(run(), 'codex', PROJECT)).rejects.toThrow(
      'AGENTS.md leads over a link of another user (~/www/shop/AGENTS.md), to ~/www/shop/CLAUDE.md',
    );
    expect(read('www/shop/CLAUDE.md')).toBe(NOTES);
  });

  it('say where a link leads to nothing', async () => {
    mkdirSync(join(home, '.claude'));
    symlinkSync(join(home, 'gone/settings.json'), join(home, '.claude/settings.json'));
    await expect(attach(run(), 'claude-code', USER)).rejects.toMatchObject({
      message: expect.stringContaining('leads to nothing'),
      next: [expect.stringContaining('remove the link')],
    });
    expect(filesOfHome().filter((path) => path.startsWith('.claude'))).toEqual([]);
  });

  it('take out what is in a file that the tool read when it was attached', async () => {
    mkdirSync(join(home, '.gemini/antigravity'), { recursive: true });
    await attach(run(), 'antigravity', USER);
    mkdirSync(join(home, '.gemini/config'));
    await detach(run(), 'antigravity', USER);

    write('.config/opencode/history', '');
    await attach(run(), 'opencode', USER);
    write('.config/opencode/opencode.jsonc', '{} // mine');
    await detach(run(), 'opencode', USER);

    await attach(run(), 'zed', PROJECT);
    write('www/shop/.rules', 'mine');
    await detach(run(), 'zed', PROJECT);
    expect(
      filesOfHome()
        .filter((path) => !path.startsWith('.local'))
        .sort(),
    ).toEqual([
      '.config/assistant-memory/config.json',
      '.config/opencode/history',
      '.config/opencode/opencode.jsonc',
      'www/shop/.rules',
    ]);
  });

  it('leave nothing of files that were theirs, were written by the program and attached anew', async () => {
    const before = [foldersOfHome(), filesOfHome().filter((path) => !path.startsWith('.local'))];
    for (const tool of ['cursor', 'gemini', 'claude-code'] as const) await attach(run(), tool, USER);
    const change = (path: string, edit: (settings: Settings) => object) =>
      write(path, JSON.stringify(edit(JSON.parse(read(path)) as Settings), null, 2));
    const older = { url: `${URL}/mcp`, headers: { Authorization: 'Bearer $ASSISTANT_MEMORY_KEY' } };
    const hook = { command: 'assistant-memory hook checkpoint' };
    change('.gemini/settings.json', ({ hooks, ...others }) => ({
      ...others,
      hooks: { ...hooks, PreCompress: [{ hooks: [hook] }] },
    }));
    change('.cursor/hooks.json', ({ hooks, ...others }) => ({
      ...others,
      hooks: { ...hooks, stop: [hook] },
    }));
    change('.cursor/mcp.json', () => ({ mcpServers: { 'assistant-memory': older } }));
    change('.claude.json', () => ({ mcpServers: { 'assistant-memory': older }, numStartups: 2 }));
    for (const tool of ['cursor', 'gemini', 'claude-code'] as const) await attach(run(), tool, USER);
    change('.claude.json', (settings) => ({ ...settings, numStartups: 3 }));
    for (const tool of ['cursor', 'gemini', 'claude-code'] as const) await detach(run(), tool, USER);
    expect(JSON.parse(read('.claude.json'))).toEqual({ numStartups: 3 });
    rmSync(join(home, '.claude.json'));
    expect([foldersOfHome(), filesOfHome().filter((path) => !path.startsWith('.local'))]).toEqual(before);
  });

  it('find the assistants of a machine, and attach them all though one is broken', async () => {
    await expect(attach(run(), undefined, USER)).rejects.toThrow('No assistant was found');
    for (const folder of ['.claude', '.cursor', '.config/zed'])
      mkdirSync(join(home, folder), { recursive: true });
    await expect(attach(run(), undefined, USER)).rejects.toThrow('Found here: claude-code, cursor, zed.');
    write('.cursor/mcp.json', '{"mcpServers": null}');
    const { exit_code, facts, lines } = await attach(run(), undefined, { ...USER, isAll: true });
    expect([exit_code, facts['left']]).toEqual([1, ['cursor']]);
    expect(lines.join('\n')).toMatch(
      /claude-code is now attached[^]*cursor: [^]*left alone[^]*zed is now attached/,
    );
    expect(read('.cursor/mcp.json')).toBe('{"mcpServers": null}');
    expect(attachedParts('zed', environment, false)).toEqual(partsOf('zed'));
  });

  it('say how the command is installed where assistants would not find it', async () => {
    const { lines } = await attach(run(), 'claude-code', USER);
    expect(lines.slice(-2)).toEqual([
      '! assistant-memory is not on the PATH, so assistants cannot start it.',
      '  npm install --global https://panel.example.com/install/assistant-cli.tgz',
    ]);
    const bin = join(home, 'bin');
    write('bin/assistant-memory', '');
    chmodSync(join(bin, 'assistant-memory'), 0o755);
    environment = { ...environment, variables: { PATH: `/usr/bin:${bin}` } };
    const found = await attach(run(), 'claude-code', USER);
    expect(found.lines.join('\n')).not.toContain('PATH');
  });

  it('ask before they attach what they found', async () => {
    mkdirSync(join(home, '.codex'));
    mkdirSync(join(home, '.codeium/windsurf'), { recursive: true });
    const asked: string[] = [];
    const answering = (answer: string) => ({
      ...run(),
      ask: {
        is_terminal: true,
        piped: () => Promise.resolve(''),
        line: (prompt: string) => {
          asked.push(prompt);
          return Promise.resolve(answer);
        },
      },
    });
    await expect(attach(answering('n'), undefined, USER)).rejects.toThrow('Nothing was attached');
    expect(filesOfHome().filter((path) => path.startsWith('.cod'))).toEqual([]);
    await attach(answering(''), undefined, USER);
    expect(asked).toEqual(Array(2).fill('Found here: codex, windsurf. Attach all? [Y/n] '));
    expect(attachedParts('codex', environment, false)).toEqual(ALL);
    expect(attachedParts('windsurf', environment, false)).toEqual(partsOf('windsurf'));
    await expect(attach(run(), 'windsurf', PROJECT)).rejects.toThrow('for the user alone');
  });

  it('follow a relative CLAUDE_CONFIG_DIR as assistant-switch does', async () => {
    environment = { ...environment, variables: { CLAUDE_CONFIG_DIR: 'conf' } };
    await attach(run(), 'claude-code', USER);
    expect(filesOfHome().filter((path) => path.startsWith('www/'))).toEqual(
      expect.arrayContaining(['www/shop/conf/settings.json', 'www/shop/conf/.claude.json']),
    );
  });

  it('are taken back by one uninstall in whatever folders they were, though one file is broken', async () => {
    write('.claude/settings.json', HOOKS);
    write('.codex/config.toml', TOML);
    await attach(run(), 'claude-code', USER);
    await attach(run(), 'codex', USER);
    await attach(run(), 'claude-code', PROJECT);
    write('www/shop/.mcp.json', '{"half": ');
    const first = await uninstall(run(), { isForced: false });
    expect([first.exit_code, first.facts['left']]).toEqual([1, 1]);
    write('www/shop/.mcp.json', '{}');
    const second = await uninstall(run(), { isForced: false });
    expect([second.exit_code, second.facts['left']]).toEqual([undefined, 0]);
    expect(read('.claude/settings.json')).toBe(HOOKS);
    expect(read('.codex/config.toml')).toBe(TOML);
    expect(filesOfHome().sort()).toEqual([
      '.claude/settings.json',
      '.codex/config.toml',
      'www/shop/.mcp.json',
    ]);
  });

  function files(tool: ToolName): string[] {
    return [...new Set(Object.values(FILES[tool]))];
  }

  /** All that a tool has a file for. */
  function partsOf(tool: ToolName): object {
    const files: { mcp: string; hooks?: string; instructions?: string } = FILES[tool];
    return {
      ...(files.hooks === undefined ? {} : { hooks: 'there' }),
      server: 'there',
      ...(files.instructions === undefined ? {} : { instructions: 'there' }),
    };
  }

  function kindOf(path: string): Kind {
    const [, kind] = /\.(json|toml|yaml)$/.exec(path) ?? [];
    return (kind ?? 'md') as Kind;
  }

  function contentFor(path: string): string {
    return CONTENT[kindOf(path)];
  }

  function each(tool: ToolName, content: (kind: Kind) => string): void {
    for (const path of files(tool)) write(path, content(kindOf(path)));
  }

  function snapshot(tool: ToolName): Record<string, string | null> {
    return Object.fromEntries(
      files(tool).map((path) => {
        const file = join(home, path);
        if (!existsSync(file)) return [path, null];
        const link = lstatSync(file).isSymbolicLink() ? 'link ' : '';
        return [path, `${link}${statSync(file).mode & 0o777} ${readFileSync(file, 'utf8')}`];
      }),
    );
  }

  function run(own: { dry_run: boolean } = { dry_run: false }): MemoryRun {
    const options = { json: false, insecure: false, ...own };
    return { environment, options, paint: paintFor(false), ask: { is_terminal: false } } as MemoryRun;
  }

  function read(path: string): string {
    return readFileSync(join(home, path), 'utf8');
  }

  function write(path: string, content: string | Buffer): void {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), content);
  }

  function foldersOfHome(): string[] {
    return readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1))
      .filter((path) => !path.startsWith('.local'))
      .sort();
  }

  function filesOfHome(): string[] {
    return readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1));
  }
});
