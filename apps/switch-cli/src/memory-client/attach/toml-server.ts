import { BrokenSettings } from '../../installer/json-edits';
import { isObject } from '../../files/foreign-json';
import { MARK, SERVER, tomlOf } from '../../installer/verified';

/** Our table and those below it, as Codex itself or a person may write their names. */
const OURS = new RegExp(`^\\s*\\[\\s*mcp_servers\\s*\\.\\s*(["']?)${SERVER}\\1\\s*[.\\]]`);
const TABLE = /^\s*\[/;

/** The entry of our server in Codex's `config.toml`; undefined if there is none. */
export function tomlServer(text: string): Record<string, unknown> | undefined {
  const servers = tomlOf(text)['mcp_servers'];
  const entry = isObject(servers) ? servers[SERVER] : undefined;
  return isObject(entry) ? { ...entry } : undefined;
}

/** The text with our table at its end. All else keeps its bytes. */
export function withTomlServer(text: string, { command, args }: { command: string; args: string[] }): string {
  if (tomlOf(text)['mcp_servers'] !== undefined && isInline(text)) throw inlineTable();
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const table = [
    `[mcp_servers.${SERVER}]`,
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
    '',
  ];
  const after = `${text}${text === '' || text.endsWith('\n') ? '' : eol}${table.join(eol)}`;
  if (tomlServer(after) === undefined) throw inlineTable();
  return after;
}

/** The text with another command in our table, which keeps all else that stands there; null where there is none to be changed. */
export function withTomlCommand(text: string, command: string): string | null {
  if (tomlServer(text)?.['command'] === undefined) return null;
  let isOurs = false;
  const lines = text.split(/(?<=\n)/).map((line) => {
    if (TABLE.test(line))
      isOurs = OURS.test(line) && /\]\s*(#.*)?$/.test(line) && !/memory["']?\s*\./.test(line);
    return isOurs
      ? line.replace(
          /^(\s*command\s*=\s*)(?:"[^"\n]*"|'[^'\n]*')/,
          (_, name: string) => name + JSON.stringify(command),
        )
      : line;
  });
  const after = lines.join('');
  return tomlServer(after)?.['command'] === command ? after : null;
}

/** The text without our tables and the marks of earlier versions. Comments stay. */
export function withoutTomlServer(text: string): string {
  const kept: string[] = [];
  /** Blank lines and comments since our last line; null outside of our tables. */
  let since: string[] | null = null;
  const leave = () => {
    const first = since?.findIndex((line) => line.trim() !== '') ?? -1;
    if (since !== null && first !== -1) kept.push(...since.slice(first));
    since = null;
  };
  for (const line of text.split(/(?<=\n)/)) {
    if (MARK.test(line)) continue;
    if (TABLE.test(line)) leave();
    if (OURS.test(line)) since = [];
    else if (since === null) kept.push(line);
    else since = /^\s*(#|$)/.test(line) ? [...since, line] : since.filter((one) => one.trim() !== '');
  }
  leave();
  return kept.join('');
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
