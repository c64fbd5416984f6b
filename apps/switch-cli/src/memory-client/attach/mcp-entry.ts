import { isDeepStrictEqual } from 'node:util';
import { BrokenSettings } from '../../installer/json-edits';
import { isObject } from '../../files/foreign-json';
import { SERVER } from '../../installer/verified';
import { plain } from '../../program/plain-text';
import { isLauncher, NAME } from './launcher';
import { formatsOfFile, serverFormat, type ServerFormat } from './server-formats';
import type { PartState, Tool } from './tools';

/** How a file names the MCP server of the memory; an older entry of ours is replaced. */
export function withServer(tool: Tool, text: string, command = NAME): string {
  const format = serverFormat(tool, command);
  const present = format.find(text);
  if (isCurrent(format, present)) return text;
  if (present !== undefined && !isOurs(present)) throw otherServer(addressOf(present));
  return format.insert(text);
}

/** @param before the file as it was: what was empty there stays so */
export function withoutServer(tool: Tool, text: string, before: string | null): string {
  return withoutFormat(serverFormat(tool), text, before);
}

/** The text of a file of which only the path is known without our server. */
export function withoutServerOfFile(path: string, text: string, before: string | null): string {
  return formatsOfFile(path).reduce((rest, format) => withoutFormat(format, rest, before), text);
}

/** What a file has of the server. */
export function serverState(tool: Tool, text: string, command = NAME): PartState {
  const format = serverFormat(tool, command);
  const present = format.find(text);
  if (isCurrent(format, present)) return 'there';
  return isOurs(present) ? 'older' : 'missing';
}

function withoutFormat(format: ServerFormat, text: string, before: string | null): string {
  const present = format.find(text);
  const isOthers = present !== undefined && !isOurs(present);
  return isOthers ? text : format.remove(text, before);
}

/** Whether an entry starts our program. What else stands in it, such as a time limit, is the user's or the tool's. */
function isCurrent({ entry }: ServerFormat, present: unknown): boolean {
  return (
    isObject(present) &&
    ['command', 'cmd', 'args'].every((name) => isDeepStrictEqual(present[name], entry[name]))
  );
}

/** Whether an entry is one of ours, from wherever it starts the program. */
function isOurs(present: unknown): boolean {
  return isOlder(present) || isStarted(present);
}

function isStarted(present: unknown): boolean {
  if (!isObject(present)) return false;
  const { command, cmd, args = [] } = present;
  const words = [command ?? cmd, args].flat();
  return words.length === 2 && isLauncher(words[0]) && words[1] === 'mcp';
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
  const { url, httpUrl, command, cmd } = isObject(entry) ? entry : {};
  const said = [url, httpUrl, command, cmd].find((one) => typeof one === 'string' || Array.isArray(one));
  return said === undefined ? 'somewhere else' : [said].flat().join(' ');
}

function otherServer(address: string): BrokenSettings {
  return new BrokenSettings(`it has an MCP server "${SERVER}" of its own, which leads to ${plain(address)}`);
}
