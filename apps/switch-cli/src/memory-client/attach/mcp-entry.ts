import { isDeepStrictEqual } from 'node:util';
import { added, BrokenSettings, isObject, removed, settingsOf } from '../../installer/json-edits';
import { hasBlock, withBlock, withoutBlock, type Block } from './managed-block';
import { SERVER, type Tool } from './tools';

/** The variable from which a tool takes the key that can ask no command for it. */
export const KEY_VARIABLE = 'ASSISTANT_MEMORY_KEY';

const MEMBER = 'mcpServers';

/** How a file names the MCP server of the memory. The key is in none: a command or a variable gives it. */
export function withServer(tool: Tool, text: string, url: string): string {
  if (tool === 'codex') return withTomlServer(text, url);
  const entry = entryOf(tool, url);
  const present = serversOf(text)[SERVER];
  if (isDeepStrictEqual(present, entry)) return text;
  const rest = present === undefined ? text : removed(text, [MEMBER, SERVER]);
  return added(rest.trim() === '' ? '{}\n' : rest, [MEMBER, SERVER], entry);
}

/** @param before the file as it was: what was empty there stays so */
export function withoutServer(tool: Tool, text: string, before: string | null): string {
  if (tool === 'codex') return withoutBlock(text, tomlBlock(''));
  if (!Object.hasOwn(serversOf(text), SERVER)) return text;
  const rest = removed(text, [MEMBER, SERVER]);
  const wasThere = before !== null && MEMBER in settingsOf(before);
  return Object.keys(serversOf(rest)).length === 0 && !wasThere ? removed(rest, [MEMBER]) : rest;
}

export function hasServer(tool: Tool, text: string, url: string): boolean {
  return text !== '' && withServer(tool, text, url) === text;
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

/**
 * TOML that keeps every byte of the user's: a table at the end of a file changes nothing before it, so no parser is
 * needed.
 */
function withTomlServer(text: string, url: string): string {
  const block = tomlBlock(url);
  const isOwn = hasBlock(text, block);
  if (!isOwn && /^\s*\[\s*mcp_servers\s*\.\s*"?assistant-memory"?\s*\]/m.test(text)) return text;
  if (!isOwn) refuseHalf(text);
  return withBlock(text, block);
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

/** A file whose last line is cut off in the middle is still being written, or broken. */
function refuseHalf(text: string): void {
  const last = text.trimEnd().split('\n').at(-1)?.trim() ?? '';
  const isWhole =
    last === '' ||
    last.startsWith('#') ||
    /^\[.*\]\s*(#.*)?$/.test(last) ||
    /^[^=]+=\s*\S/.test(last) ||
    /["'\]}]\s*(#.*)?$/.test(last);
  const isClosed = (quotes: string) => text.split(quotes).length % 2 === 1;
  const quotes = (last.replace(/\\./g, '').match(/"/g) ?? []).length;
  if (isWhole && quotes % 2 === 0 && isClosed('"""') && isClosed("'''")) return;
  throw new BrokenSettings('its last line is not whole');
}
