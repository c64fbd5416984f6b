import { isDeepStrictEqual } from 'node:util';
import { added, BrokenSettings, isObject, removed, settingsOf } from '../../installer/json-edits';
import { plain } from '../../program/plain-text';
import { SERVER } from '../../installer/verified';
import { tomlServer, withoutTomlServer, withTomlServer } from './toml-server';
import type { PartState, Tool } from './tools';

const MEMBER = 'mcpServers';
/** No key, address or variable: the program has them, and knows the project of the folder in which it is started. */
const ENTRY = { command: 'assistant-memory', args: ['mcp'] };

/** How a file names the MCP server of the memory; an older entry of ours is replaced. */
export function withServer(tool: Tool, text: string): string {
  const present = serverIn(tool, text);
  if (isCurrent(present)) return text;
  if (present !== undefined && !isOlder(present)) throw otherServer(addressOf(present));
  if (tool === 'codex') return withTomlServer(withoutTomlServer(text), ENTRY);
  const rest = present === undefined ? text : removed(text, [MEMBER, SERVER]);
  return added(rest.trim() === '' ? '{}\n' : rest, [MEMBER, SERVER], ENTRY);
}

/** @param before the file as it was: what was empty there stays so */
export function withoutServer(tool: Tool, text: string, before: string | null): string {
  const present = serverIn(tool, text);
  if (present !== undefined && !isCurrent(present) && !isOlder(present)) return text;
  if (tool === 'codex') return withoutTomlServer(text);
  if (present === undefined) return text;
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

function serverIn(tool: Tool, text: string): unknown {
  return tool === 'codex' ? tomlServer(text) : serversOf(text)[SERVER];
}

/** Whether an entry starts our program. What else stands in it, such as a time limit, is the user's or the tool's. */
function isCurrent(entry: unknown): boolean {
  return (
    isObject(entry) && entry['command'] === ENTRY.command && isDeepStrictEqual(entry['args'], ENTRY.args)
  );
}

/** As earlier versions wrote it: an address, and where the key comes from. Another of that name is the user's own. */
function isOlder(entry: unknown): boolean {
  if (!isObject(entry)) return false;
  const { headersHelper, bearer_token_env_var, headers } = entry;
  return (
    headersHelper === 'assistant-memory mcp-headers' ||
    bearer_token_env_var === 'ASSISTANT_MEMORY_KEY' ||
    (isObject(headers) && headers['Authorization'] === 'Bearer $ASSISTANT_MEMORY_KEY')
  );
}

function addressOf(entry: unknown): string {
  const { url, httpUrl, command } = isObject(entry) ? entry : {};
  return [url, httpUrl, command].find((text) => typeof text === 'string') ?? 'somewhere else';
}

function otherServer(address: string): BrokenSettings {
  return new BrokenSettings(`it has an MCP server "${SERVER}" of its own, which leads to ${plain(address)}`);
}
