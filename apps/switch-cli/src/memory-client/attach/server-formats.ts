import { added, BrokenSettings, removed, removedIfEmpty, settingsOf } from '../../installer/json-edits';
import { isObject } from '../../files/foreign-json';
import { SERVER } from '../../installer/verified';
import { NAME } from './launcher';
import { tomlServer, withoutTomlServer, withTomlCommand, withTomlServer } from './toml-server';
import type { Tool } from './tools';
import { withoutYamlServer, withYamlServer, yamlServer } from './yaml-server';

/** No key, address or variable: the program has them, and knows the project of the folder in which it is started. */
const ARGUMENTS = ['mcp'];

/** What entries of earlier versions have, which led to an address. */
const OF_ADDRESS = ['type', 'url', 'httpUrl', 'headers', 'headersHelper', 'bearer_token_env_var'];

/** How a tool's file names an MCP server. The texts keep every byte that is not ours. */
export interface ServerFormat {
  entry: Record<string, unknown>;
  /** The server of our name; undefined: none. */
  find(text: string): unknown;
  insert(text: string): string;
  /** @param before the file as it was before `attach`: what was empty there stays so */
  remove(text: string, before: string | null): string;
}

/** @param command what starts the program */
export function serverFormat(tool: Tool, command = NAME): ServerFormat {
  const started = { command, args: ARGUMENTS };
  switch (tool) {
    case 'codex':
      return {
        entry: started,
        find: tomlServer,
        insert: (text) => withTomlCommand(text, command) ?? withTomlServer(withoutTomlServer(text), started),
        remove: withoutTomlServer,
      };
    case 'vscode':
      return json('servers', { type: 'stdio', ...started });
    case 'zed':
      return json('context_servers', started);
    case 'opencode':
      return json('mcp', { type: 'local', command: [command, ...ARGUMENTS], enabled: true });
    case 'goose':
      return yaml({
        enabled: true,
        type: 'stdio',
        name: SERVER,
        description: 'The memory of earlier sessions',
        cmd: command,
        args: ARGUMENTS,
        timeout: 60,
      });
    default:
      return json('mcpServers', started);
  }
}

/** The formats by what a file is called, for a file of which only the path is known. */
export function formatsOfFile(path: string): ServerFormat[] {
  const tools: Tool[] = path.endsWith('.toml')
    ? ['codex']
    : /\.ya?ml$/.test(path)
      ? ['goose']
      : /\.jsonc?$/.test(path)
        ? ['claude-code', 'vscode', 'zed', 'opencode']
        : [];
  return tools.map((tool) => serverFormat(tool));
}

function json(member: string, entry: ServerFormat['entry']): ServerFormat {
  const serversOf = (text: string) => {
    const { [member]: servers = {} } = settingsOf(text);
    return isObject(servers) ? servers : null;
  };
  return {
    entry,
    find: (text) => serversOf(text)?.[SERVER],
    // An older entry is replaced in its place, so that the comments around it stay where they are.
    insert: (text) => {
      const servers = serversOf(text);
      if (servers === null) throw new BrokenSettings(`its "${member}" is not an object`);
      // What else the user or the tool has set there stays.
      const present = isObject(servers[SERVER]) ? Object.keys(servers[SERVER]) : [];
      const older = present.filter((name) => name in entry || OF_ADDRESS.includes(name));
      const emptied = older.reduce(
        (rest, name) => removed(rest, [member, SERVER, name]),
        text.trim() === '' ? '{}\n' : text,
      );
      return Object.entries(entry).reduce(
        (rest, [name, value]) => added(rest, [member, SERVER, name], value),
        emptied,
      );
    },
    remove: (text, before) => {
      if (serversOf(text)?.[SERVER] === undefined) return text;
      const rest = removed(text, [member, SERVER]);
      const wasThere = before !== null && member in settingsOf(before);
      return wasThere ? rest : removedIfEmpty(rest, [member]);
    },
  };
}

function yaml(entry: ServerFormat['entry']): ServerFormat {
  return {
    entry,
    find: yamlServer,
    insert: (text) => withYamlServer(text, entry),
    remove: withoutYamlServer,
  };
}
