import { join, resolve } from 'node:path';
import type { HookEntry } from '../../installer/hook-entries';
import type { Environment } from '../../program/environment';
import { usageFailure } from '../../program/failure';

export const TOOLS = ['claude-code', 'codex', 'gemini'] as const;
export type Tool = (typeof TOOLS)[number];

/** What a file has of ours; `older`: as an earlier version wrote it, which `attach` replaces. */
export type PartState = 'there' | 'older' | 'missing';

/** Where a tool reads what it is to do. */
export interface ToolFiles {
  hooks: string;
  mcp: string;
  /** Of instructions, which are always loaded. */
  instructions: string;
}

export function toolOf(wanted: string): Tool {
  const tool = TOOLS.find((name) => name === wanted);
  if (tool !== undefined) return tool;
  throw usageFailure(`"${wanted}" cannot be attached.`, `There are: ${TOOLS.join(', ')}.`);
}

/** @param isProject the files of the present folder: those that are not committed, where the tool has such */
export function filesOfTool(tool: Tool, environment: Environment, isProject: boolean): ToolFiles {
  const { cwd, home, variables } = environment;
  const own = (variable: string, name: string) => {
    const chosen = variables[variable];
    return chosen ? resolve(cwd, chosen) : join(home, name);
  };
  switch (tool) {
    case 'claude-code': {
      if (isProject) {
        return {
          hooks: join(cwd, '.claude/settings.local.json'),
          mcp: join(cwd, '.mcp.json'),
          instructions: join(cwd, 'CLAUDE.local.md'),
        };
      }
      const folder = own('CLAUDE_CONFIG_DIR', '.claude');
      const isMoved = Boolean(variables['CLAUDE_CONFIG_DIR']);
      return {
        hooks: join(folder, 'settings.json'),
        mcp: join(isMoved ? folder : home, '.claude.json'),
        instructions: join(folder, 'CLAUDE.md'),
      };
    }
    case 'codex': {
      const folder = isProject ? join(cwd, '.codex') : own('CODEX_HOME', '.codex');
      return {
        hooks: join(folder, 'hooks.json'),
        mcp: join(folder, 'config.toml'),
        instructions: join(isProject ? cwd : folder, 'AGENTS.md'),
      };
    }
    case 'gemini': {
      const folder = join(isProject ? cwd : home, '.gemini');
      const settings = join(folder, 'settings.json');
      return { hooks: settings, mcp: settings, instructions: join(isProject ? cwd : folder, 'GEMINI.md') };
    }
  }
}

const hook = (event: string, own: string, timeout: number, more: Partial<HookEntry> = {}): HookEntry => ({
  event,
  command: `assistant-memory hook ${own}`,
  timeout,
  ...more,
});

/** Codex runs no hook in the background, and stops one at the end of a session after 3 seconds. */
export const HOOKS: Record<Tool, readonly HookEntry[]> = {
  'claude-code': [
    hook('SessionStart', 'session-start', 4, { matcher: 'startup|resume|clear|compact|fork' }),
    hook('UserPromptSubmit', 'recall', 2),
    // The first before Claude Code can end; the second sends in the background.
    hook('Stop', 'turn-end', 5),
    hook('Stop', 'checkpoint', 20, { isAsync: true }),
    hook('PreCompact', 'checkpoint', 10),
    hook('PostCompact', 'compact-summary', 10, { isAsync: true }),
    hook('SessionEnd', 'session-end', 10),
  ],
  codex: [
    hook('SessionStart', 'session-start', 4),
    hook('UserPromptSubmit', 'recall', 2),
    hook('Stop', 'turn-end', 4),
    hook('PreCompact', 'checkpoint', 4),
    hook('PostCompact', 'compact-summary', 4),
    hook('SessionEnd', 'session-end', 3),
  ],
  gemini: [
    hook('SessionStart', 'session-start', 4_000),
    hook('BeforeAgent', 'recall', 2_000),
    hook('AfterAgent', 'turn-end', 4_000),
    hook('PreCompress', 'checkpoint', 4_000),
    hook('SessionEnd', 'session-end', 4_000),
  ],
};

export function isMemoryHook(command: string): boolean {
  return /(^|[/\\\s])assistant-memory(\.cjs)?["']?\s+hook\s/.test(command);
}
