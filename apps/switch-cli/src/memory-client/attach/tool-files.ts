import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Environment } from '../../program/environment';
import { usageFailure } from '../../program/failure';
import type { Tool } from './tools';

/** Where a tool reads what it is to do. Null: it has no such file, or we write none. */
export interface ToolFiles {
  hooks: string | null;
  mcp: string;
  /** Of instructions, which are always loaded. */
  instructions: string | null;
  /** Where these would be if other files were there, as they may have been when it was attached. */
  others?: { mcp?: readonly string[]; instructions?: readonly string[] };
}

/**
 * As the tools' own documents name them (October 2026).
 * @param isProject the files of the present folder: those that are not committed, where the tool has such
 * @throws Failure where the tool has no servers by folder
 */
export function filesOfTool(tool: Tool, environment: Environment, isProject: boolean): ToolFiles {
  if (!isProject) return filesOfUser(tool, environment);
  if (hasProjectFiles(tool)) return filesOfFolder(tool, environment);
  throw usageFailure(
    `${tool} keeps its MCP servers for the user alone, not by folder.`,
    `For all folders: assistant-memory attach ${tool}`,
  );
}

type ProjectTool = Exclude<Tool, 'windsurf' | 'goose'>;

/** Whether the files of a folder can be attached. */
export function hasProjectFiles(tool: Tool): tool is ProjectTool {
  return tool !== 'windsurf' && tool !== 'goose';
}

/**
 * Whether a tool seems to be used on this machine: the folder that it makes for itself is there.
 * Antigravity's is looked for by its own name, since Gemini CLI makes the one around it.
 */
export function isInstalled(tool: Tool, environment: Environment): boolean {
  const { home } = environment;
  const { hooks, mcp } = filesOfUser(tool, environment);
  switch (tool) {
    case 'gemini':
      return existsSync(join(home, '.gemini/settings.json')) || existsSync(join(home, '.gemini/tmp'));
    case 'antigravity':
      return ['antigravity', 'antigravity-cli', 'config'].some((name) =>
        existsSync(join(home, '.gemini', name)),
      );
    case 'claude-code':
      return hooks !== null && existsSync(dirname(hooks));
    default:
      return existsSync(dirname(mcp));
  }
}

function filesOfFolder(tool: ProjectTool, { cwd }: Environment): ToolFiles {
  const agents = join(cwd, 'AGENTS.md');
  switch (tool) {
    case 'claude-code':
      return {
        hooks: join(cwd, '.claude/settings.local.json'),
        mcp: join(cwd, '.mcp.json'),
        instructions: join(cwd, 'CLAUDE.local.md'),
      };
    case 'codex':
      return {
        hooks: join(cwd, '.codex/hooks.json'),
        mcp: join(cwd, '.codex/config.toml'),
        instructions: agents,
      };
    case 'gemini': {
      const settings = join(cwd, '.gemini/settings.json');
      return { hooks: settings, mcp: settings, instructions: join(cwd, 'GEMINI.md') };
    }
    // Editors run the hooks of the folder beside those of the user.
    case 'cursor':
      return { hooks: null, mcp: join(cwd, '.cursor/mcp.json'), instructions: agents };
    case 'vscode':
      return { hooks: null, mcp: join(cwd, '.vscode/mcp.json'), instructions: agents };
    case 'zed':
      return { hooks: null, mcp: join(cwd, '.zed/settings.json'), ...zedRules(cwd) };
    case 'opencode':
      return { hooks: null, ...withComments(join(cwd, 'opencode.json')), instructions: agents };
    case 'antigravity':
      return { hooks: null, mcp: join(cwd, '.agents/mcp_config.json'), instructions: agents };
  }
}

function filesOfUser(tool: Tool, environment: Environment): ToolFiles {
  const { cwd, home, variables, platform } = environment;
  const chosen = (variable: string, otherwise: string) => {
    const folder = variables[variable];
    return folder ? resolve(cwd, folder) : otherwise;
  };
  const config = chosen('XDG_CONFIG_HOME', join(home, '.config'));
  const appData = chosen('APPDATA', join(home, 'AppData/Roaming'));
  const isWindows = platform === 'win32';
  switch (tool) {
    case 'claude-code': {
      const folder = chosen('CLAUDE_CONFIG_DIR', join(home, '.claude'));
      const isMoved = Boolean(variables['CLAUDE_CONFIG_DIR']);
      return {
        hooks: join(folder, 'settings.json'),
        mcp: join(isMoved ? folder : home, '.claude.json'),
        instructions: join(folder, 'CLAUDE.md'),
      };
    }
    case 'codex': {
      const folder = chosen('CODEX_HOME', join(home, '.codex'));
      return {
        hooks: join(folder, 'hooks.json'),
        mcp: join(folder, 'config.toml'),
        instructions: join(folder, 'AGENTS.md'),
      };
    }
    case 'gemini': {
      const settings = join(home, '.gemini/settings.json');
      return { hooks: settings, mcp: settings, instructions: join(home, '.gemini/GEMINI.md') };
    }
    case 'cursor':
      // A user's rules stand in its settings, not in a file.
      return {
        hooks: join(home, '.cursor/hooks.json'),
        mcp: join(home, '.cursor/mcp.json'),
        instructions: null,
      };
    case 'vscode': {
      const folders: Partial<Record<NodeJS.Platform, string>> = {
        win32: join(appData, 'Code'),
        darwin: join(home, 'Library/Application Support/Code'),
      };
      const folder = folders[platform] ?? join(config, 'Code');
      // These two folders are Copilot's, whichever program it runs in.
      return {
        hooks: join(home, '.copilot/hooks/assistant-memory.json'),
        mcp: join(folder, 'User/mcp.json'),
        instructions: join(home, '.copilot/instructions/assistant-memory.instructions.md'),
      };
    }
    case 'windsurf': {
      const folder = join(home, '.codeium/windsurf');
      return {
        hooks: null,
        mcp: join(folder, 'mcp_config.json'),
        instructions: join(folder, 'memories/global_rules.md'),
      };
    }
    case 'zed': {
      const folder = isWindows ? join(appData, 'Zed') : join(config, 'zed');
      return { hooks: null, mcp: join(folder, 'settings.json'), instructions: join(folder, 'AGENTS.md') };
    }
    case 'opencode': {
      const folder = join(config, 'opencode');
      const { mcp, others } = withComments(join(folder, 'opencode.json'));
      return {
        hooks: null,
        mcp: chosen('OPENCODE_CONFIG', mcp),
        instructions: join(folder, 'AGENTS.md'),
        others,
      };
    }
    case 'goose': {
      const folder = isWindows ? join(appData, 'Block/goose/config') : join(config, 'goose');
      return { hooks: null, mcp: join(folder, 'config.yaml'), instructions: join(folder, '.goosehints') };
    }
    case 'antigravity': {
      // Since version 2 the editor and its command line share one file; before, the editor had its own.
      const folders = [join(home, '.gemini/config'), join(home, '.gemini/antigravity')] as const;
      const files = folders.map((folder) => join(folder, 'mcp_config.json'));
      return {
        hooks: null,
        mcp: join(existsSync(folders[0]) ? folders[0] : folders[1], 'mcp_config.json'),
        instructions: join(home, '.gemini/GEMINI.md'),
        others: { mcp: files },
      };
    }
  }
}

/** Zed loads the first of these files that a folder has. Cline keeps its rules in a folder of that name. */
function zedRules(cwd: string) {
  const instructions = [
    '.rules',
    '.cursorrules',
    '.windsurfrules',
    '.clinerules',
    '.github/copilot-instructions.md',
    'AGENT.md',
    'AGENTS.md',
  ].map((name) => join(cwd, name));
  const found = instructions.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  return { instructions: found ?? join(cwd, 'AGENTS.md'), others: { instructions } };
}

/** opencode reads its settings with or without comments in the name: a second file would be read beside the first. */
function withComments(path: string) {
  const other = `${path}c`;
  return { mcp: existsSync(other) ? other : path, others: { mcp: [path, other] } };
}
