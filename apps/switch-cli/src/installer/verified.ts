import { isDeepStrictEqual } from 'node:util';
import { parse } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { BrokenSettings, isObject, settingsOf } from './json-edits';

/** How the MCP server of the memory is called in the files of every tool. */
export const SERVER = 'assistant-memory';

/** Members in which our own entries lie; all else must mean the same before and after. */
const HOOKS = 'hooks';
const SERVERS = ['mcpServers', 'mcp_servers', 'servers', 'context_servers', 'mcp', 'extensions'];

/**
 * The new text of a settings file, once both texts were parsed and say the same about everything that is not ours.
 * @param own a member of which a part is ours
 */
export function verified(path: string, before: string, after: string, own = HOOKS): string {
  const read = readerOf(path);
  if (read === null || before === after) return after;
  const [old, present] = [others(read(before), own), others(read(after), own)];
  if (isDeepStrictEqual(old, present)) return after;
  throw new BrokenSettings('the change would have touched what is not ours');
}

/** Null: a text of which nothing is known. */
function readerOf(path: string): ((text: string) => Record<string, unknown>) | null {
  if (/\.jsonc?$/.test(path)) return settingsOf;
  if (path.endsWith('.toml')) return tomlOf;
  return /\.ya?ml$/.test(path) ? yamlOf : null;
}

/** What a YAML file says; BrokenSettings where its program would refuse it. */
export function yamlOf(text: string): Record<string, unknown> {
  let settings: unknown;
  try {
    settings = parseYaml(text, { intAsBigInt: true }) ?? {};
  } catch {
    throw new BrokenSettings('it is not whole YAML');
  }
  if (!isObject(settings)) throw new BrokenSettings('it is not a YAML mapping');
  return settings;
}

/** What a TOML file says; BrokenSettings where its program would refuse it. */
export function tomlOf(text: string): Record<string, unknown> {
  try {
    return parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: true });
  } catch {
    throw new BrokenSettings('it is not whole TOML');
  }
}

function others(settings: Record<string, unknown>, own: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => {
      if (name === own) return [];
      // In YAML a member without a value is null.
      const members = value ?? {};
      if (!SERVERS.includes(name) || !isObject(members)) return [[name, value] as const];
      const { [SERVER]: _, ...servers } = members;
      return Object.keys(servers).length === 0 ? [] : [[name, servers] as const];
    }),
  );
}
