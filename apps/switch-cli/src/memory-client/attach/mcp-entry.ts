import { isDeepStrictEqual } from 'node:util';
import { added, BrokenSettings, isObject, removed, settingsOf } from '../../installer/json-edits';
import { plain } from '../../program/plain-text';
import { hasBlock, withBlock, withoutBlock, type Block } from './managed-block';
import { SERVER, tomlOf } from '../../installer/verified';
import type { PartState, Tool } from './tools';

const MEMBER = 'mcpServers';
/** No key, address or variable: the program has them, and knows the project of the folder in which it is started. */
const ENTRY = { command: 'assistant-memory', args: ['mcp'] };

const TOML_BLOCK: Block = {
  begin: '# assistant-memory: begin',
  end: '# assistant-memory: end',
  lines: [
    `[mcp_servers.${SERVER}]`,
    `command = ${JSON.stringify(ENTRY.command)}`,
    `args = ${JSON.stringify(ENTRY.args)}`,
  ],
};

/** How a file names the MCP server of the memory; an older entry of ours is replaced. */
export function withServer(tool: Tool, text: string): string {
  if (tool === 'codex') return withTomlServer(text);
  const present = serversOf(text)[SERVER];
  if (isDeepStrictEqual(present, ENTRY)) return text;
  if (present !== undefined && !isOurs(present)) throw otherServer(addressOf(present));
  const rest = present === undefined ? text : removed(text, [MEMBER, SERVER]);
  return added(rest.trim() === '' ? '{}\n' : rest, [MEMBER, SERVER], ENTRY);
}

/** @param before the file as it was: what was empty there stays so */
export function withoutServer(tool: Tool, text: string, before: string | null): string {
  if (tool === 'codex') return withoutBlock(text, TOML_BLOCK);
  if (!Object.hasOwn(serversOf(text), SERVER) || !isOurs(serversOf(text)[SERVER])) return text;
  const rest = removed(text, [MEMBER, SERVER]);
  const wasThere = before !== null && MEMBER in settingsOf(before);
  return Object.keys(serversOf(rest)).length === 0 && !wasThere ? removed(rest, [MEMBER]) : rest;
}

/** What a file has of the server. */
export function serverState(tool: Tool, text: string): PartState {
  try {
    if (text === '') return 'missing';
    if (withServer(tool, text) === text) return 'there';
    return withoutServer(tool, text, null) === text ? 'missing' : 'older';
  } catch (error) {
    if (error instanceof BrokenSettings) return 'missing';
    throw error;
  }
}

function serversOf(text: string): Record<string, unknown> {
  const servers = settingsOf(text)[MEMBER] ?? {};
  if (!isObject(servers)) throw new BrokenSettings(`its "${MEMBER}" is not an object`);
  return servers;
}

/** Whether an entry is what `attach` writes, or wrote in earlier versions; another of that name is the user's own. */
function isOurs(entry: unknown): boolean {
  return (
    isDeepStrictEqual(entry, ENTRY) ||
    /assistant-memory mcp-headers|\$ASSISTANT_MEMORY_KEY/.test(JSON.stringify(entry))
  );
}

function addressOf(entry: unknown): string {
  const { url, httpUrl, command } = isObject(entry) ? entry : {};
  return [url, httpUrl, command].find((text) => typeof text === 'string') ?? 'somewhere else';
}

function otherServer(address: string): BrokenSettings {
  return new BrokenSettings(`it has an MCP server "${SERVER}" of its own, which leads to ${plain(address)}`);
}

/** TOML that keeps every byte of the user's: a table at the end of a file. It is parsed before and after. */
function withTomlServer(text: string): string {
  const present = tomlServer(text);
  if (!hasBlock(text, TOML_BLOCK)) {
    if (isDeepStrictEqual(present, ENTRY)) return text;
    if (present !== undefined) throw otherServer(addressOf(present));
    if (tomlOf(text)['mcp_servers'] !== undefined && isInline(text)) throw inlineTable();
  }
  const after = withBlock(text, TOML_BLOCK);
  if (!isDeepStrictEqual(tomlServer(after), ENTRY)) throw inlineTable();
  return after;
}

function tomlServer(text: string): unknown {
  const servers = tomlOf(text)['mcp_servers'];
  const entry = isObject(servers) ? servers[SERVER] : undefined;
  return isObject(entry) ? { ...entry } : entry;
}

/** A table that stands in braces cannot be added to at the end of the file. */
function isInline(text: string): boolean {
  try {
    tomlOf(`${text}\n[mcp_servers.${SERVER}]\n`);
    return false;
  } catch {
    return true;
  }
}

function inlineTable(): BrokenSettings {
  return new BrokenSettings(
    'its "mcp_servers" is one inline table, to which nothing can be added; write it as [mcp_servers.<name>] tables',
  );
}
