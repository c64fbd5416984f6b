import { isDeepStrictEqual } from 'node:util';
import { added, BrokenSettings, isObject, removed, settingsOf } from '../../installer/json-edits';
import { plain } from '../../program/plain-text';
import { hasBlock, withBlock, withoutBlock, type Block } from './managed-block';
import { SERVER, tomlOf } from '../../installer/verified';
import type { Tool } from './tools';

/** The variable from which a tool takes the key that can ask no command for it. */
export const KEY_VARIABLE = 'ASSISTANT_MEMORY_KEY';

const MEMBER = 'mcpServers';

/** How a file names the MCP server of the memory. The key is in none: a command or a variable gives it. */
export function withServer(tool: Tool, text: string, url: string): string {
  if (tool === 'codex') return withTomlServer(text, url);
  const entry = entryOf(tool, url);
  const present = serversOf(text)[SERVER];
  if (isDeepStrictEqual(present, entry)) return text;
  if (present !== undefined && !isOurs(present)) throw otherServer(addressOf(present));
  const rest = present === undefined ? text : removed(text, [MEMBER, SERVER]);
  return added(rest.trim() === '' ? '{}\n' : rest, [MEMBER, SERVER], entry);
}

/** @param before the file as it was: what was empty there stays so */
export function withoutServer(tool: Tool, text: string, before: string | null): string {
  if (tool === 'codex') return withoutBlock(text, tomlBlock(''));
  if (!Object.hasOwn(serversOf(text), SERVER) || !isOurs(serversOf(text)[SERVER])) return text;
  const rest = removed(text, [MEMBER, SERVER]);
  const wasThere = before !== null && MEMBER in settingsOf(before);
  return Object.keys(serversOf(rest)).length === 0 && !wasThere ? removed(rest, [MEMBER]) : rest;
}

export function hasServer(tool: Tool, text: string, url: string): boolean {
  try {
    return text !== '' && withServer(tool, text, url) === text;
  } catch (error) {
    if (error instanceof BrokenSettings) return false;
    throw error;
  }
}

function entryOf(tool: Tool, url: string): object {
  const address = `${url}/mcp`;
  return tool === 'gemini'
    ? { httpUrl: address, headers: { Authorization: `Bearer $${KEY_VARIABLE}` } }
    : { type: 'http', url: address, headersHelper: 'assistant-memory mcp-headers' };
}

function serversOf(text: string): Record<string, unknown> {
  const servers = settingsOf(text)[MEMBER] ?? {};
  if (!isObject(servers)) throw new BrokenSettings(`its "${MEMBER}" is not an object`);
  return servers;
}

/** Whether an entry takes its key as ours does; another of that name was written by the user. */
function isOurs(entry: unknown): boolean {
  return /assistant-memory mcp-headers|\$ASSISTANT_MEMORY_KEY/.test(JSON.stringify(entry));
}

function addressOf(entry: unknown): string {
  const { url, httpUrl, command } = isObject(entry) ? entry : {};
  return [url, httpUrl, command].find((text) => typeof text === 'string') ?? 'somewhere else';
}

function otherServer(address: string): BrokenSettings {
  return new BrokenSettings(`it has an MCP server "${SERVER}" of its own, which leads to ${plain(address)}`);
}

/** TOML that keeps every byte of the user's: a table at the end of a file. It is parsed before and after. */
function withTomlServer(text: string, url: string): string {
  const block = tomlBlock(url);
  const settings = tomlOf(text);
  const servers = settings['mcp_servers'];
  const present = isObject(servers) ? servers[SERVER] : undefined;
  if (!hasBlock(text, block)) {
    if (isObject(present)) {
      if (present['url'] === `${url}/mcp`) return text;
      throw otherServer(addressOf(present));
    }
    if (servers !== undefined && isInline(text)) throw inlineTable();
  }
  const after = withBlock(text, block);
  const { mcp_servers: written } = tomlOf(after);
  const entry = isObject(written) ? written[SERVER] : undefined;
  if (!isObject(entry) || entry['url'] !== `${url}/mcp`) throw inlineTable();
  return after;
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

function tomlBlock(url: string): Block {
  return {
    begin: '# assistant-memory: begin',
    end: '# assistant-memory: end',
    lines: [
      `[mcp_servers.${SERVER}]`,
      `url = ${JSON.stringify(`${url}/mcp`)}`,
      `bearer_token_env_var = "${KEY_VARIABLE}"`,
    ],
  };
}
