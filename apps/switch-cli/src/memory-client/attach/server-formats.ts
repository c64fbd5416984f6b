import { added, BrokenSettings, removed, removedIfEmpty, settingsOf } from '../../installer/json-edits';
import { isObject } from '../../files/foreign-json';
import { SERVER } from '../../installer/verified';
import { tomlServer, withoutTomlServer, withTomlServer } from './toml-server';
import type { Tool } from './tools';
import { withoutYamlServer, withYamlServer, yamlServer } from './yaml-server';

/** No key, address or variable: the program has them, and knows the project of the folder in which it is started. */
const COMMAND = { command: 'assistant-memory', args: ['mcp'] };

/** How a tool's file names an MCP server. The texts keep every byte that is not ours. */
export interface ServerFormat {
  entry: Record<string, unknown>;
  /** The server of our name; undefined: none. */
  find(text: string): unknown;
  insert(text: string): string;
  /** @param before the file as it was before `attach`: what was empty there stays so */
  remove(text: string, before: string | null): string;
}

const SERVERS_OF_MOST = json('mcpServers', COMMAND);

export const SERVER_FORMATS: Record<Tool, ServerFormat> = {
  'claude-code': SERVERS_OF_MOST,
  codex: {
    entry: COMMAND,
    find: tomlServer,
    insert: (text) => withTomlServer(withoutTomlServer(text), COMMAND),
    remove: withoutTomlServer,
  },
  gemini: SERVERS_OF_MOST,
  cursor: SERVERS_OF_MOST,
  vscode: json('servers', { type: 'stdio', ...COMMAND }),
  windsurf: SERVERS_OF_MOST,
  zed: json('context_servers', COMMAND),
  opencode: json('mcp', { type: 'local', command: [COMMAND.command, ...COMMAND.args], enabled: true }),
  goose: yaml({
    enabled: true,
    type: 'stdio',
    name: SERVER,
    description: 'The memory of earlier sessions',
    cmd: COMMAND.command,
    args: COMMAND.args,
    timeout: 60,
  }),
  antigravity: SERVERS_OF_MOST,
};

/** The formats by what a file is called, for a file of which only the path is known. */
export function formatsOfFile(path: string): ServerFormat[] {
  if (path.endsWith('.toml')) return [SERVER_FORMATS.codex];
  if (/\.ya?ml$/.test(path)) return [SERVER_FORMATS.goose];
  if (/\.jsonc?$/.test(path))
    return [SERVERS_OF_MOST, SERVER_FORMATS.vscode, SERVER_FORMATS.zed, SERVER_FORMATS.opencode];
  return [];
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
      const older = isObject(servers[SERVER]) ? Object.keys(servers[SERVER]) : [];
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
