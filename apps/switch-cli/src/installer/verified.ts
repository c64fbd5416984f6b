import { isDeepStrictEqual } from 'node:util';
import { parse } from 'smol-toml';
import { BrokenSettings, commentsOf, settingsOf } from './json-edits';
import { isObject } from '../files/foreign-json';

/** How the MCP server of the memory is called in the files of every tool. */
export const SERVER = 'assistant-memory';

/** What earlier versions put around our table in TOML. Codex moves and drops comments when it writes the file itself. */
export const MARK = /^# assistant-memory: (?:begin|end)\s*$/;

/** Members in which our own entries lie; all else must mean the same before and after. */
const HOOKS = 'hooks';
const SERVERS = ['mcpServers', 'mcp_servers', 'servers', 'context_servers', 'mcp', 'extensions'];

/**
 * The new text of a settings file, once both texts were parsed and say the same about everything that is not ours, and no
 * comment is missing.
 * @param own a member of which a part is ours
 * @param read how the file is read
 */
export function verified(
  path: string,
  before: string,
  after: string,
  own = HOOKS,
  read: Reader = readerOf(path),
): string {
  if (read === null || before === after) return after;
  const [old, present] = [others(read(before), own), others(read(after), own)];
  if (isDeepStrictEqual(old, present) && hasComments(path, before, after)) return after;
  throw new BrokenSettings('the change would have touched what is not ours');
}

/** What a settings file says; null: a text of which nothing is known. */
export type Reader = ((text: string) => Record<string, unknown>) | null;

export function readerOf(path: string): Reader {
  if (/\.jsonc?$/.test(path)) return settingsOf;
  return path.endsWith('.toml') ? tomlOf : null;
}

/** What a TOML file says; BrokenSettings where its program would refuse it. */
export function tomlOf(text: string): Record<string, unknown> {
  try {
    return parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: true });
  } catch {
    throw new BrokenSettings('it is not whole TOML');
  }
}

/** Whether the comments of one text are in the other, in their order. */
function hasComments(path: string, before: string, after: string): boolean {
  const present = commentTexts(path, after);
  return commentTexts(path, before).every((comment) => {
    const index = present.indexOf(comment);
    present.splice(0, index + 1);
    return index !== -1;
  });
}

/** In TOML and YAML those that have a line to themselves, without the marks of earlier versions. */
function commentTexts(path: string, text: string): string[] {
  if (/\.jsonc?$/.test(path)) return commentsOf(text).map((comment) => comment.text);
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line.startsWith('#') && !MARK.test(line));
}

function others(settings: Record<string, unknown>, own: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => {
      // Files of hooks may begin with a version, which is written with the first hook.
      if (name === own || (name === 'version' && value === 1)) return [];
      // In YAML a member without a value is null.
      const members = value ?? {};
      if (!SERVERS.includes(name) || !isObject(members)) return [[name, value] as const];
      const { [SERVER]: _, ...servers } = members;
      return Object.keys(servers).length === 0 ? [] : [[name, servers] as const];
    }),
  );
}
