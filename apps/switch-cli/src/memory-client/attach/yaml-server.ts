import { isMap, isScalar, parse, parseDocument, stringify, type Document, type Pair } from 'yaml';
import { BrokenSettings } from '../../installer/json-edits';
import { isObject } from '../../files/foreign-json';
import { SERVER } from '../../installer/verified';

/** Where Goose keeps its servers. */
const MEMBER = 'extensions';

/** What a YAML file says; BrokenSettings where its program would refuse it. */
export function yamlOf(text: string): Record<string, unknown> {
  let settings: unknown;
  try {
    settings = parse(text, { intAsBigInt: true }) ?? {};
  } catch {
    throw new BrokenSettings('it is not whole YAML');
  }
  if (!isObject(settings)) throw new BrokenSettings('it is not a YAML mapping');
  return settings;
}

/** The entry of our server; undefined if there is none. */
export function yamlServer(text: string): unknown {
  const extensions = yamlOf(text)[MEMBER];
  return isObject(extensions) ? extensions[SERVER] : undefined;
}

/** The text with our entry as the first of the servers. All else keeps its bytes. */
export function withYamlServer(text: string, entry: Record<string, unknown>): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const rest = withoutBraces(withoutEntry(text));
  const servers = pairOf(parsed(rest).contents, MEMBER);
  const indented = (unit: string, level: string) =>
    stringify({ [SERVER]: entry }, { indent: Math.max(2, unit.length), lineWidth: 0 })
      .trimEnd()
      .split('\n')
      .map((line) => `${level}${line}${eol}`)
      .join('');
  if (servers === undefined) {
    const start = rest === '' || rest.endsWith('\n') ? rest : `${rest}${eol}`;
    return `${start}${MEMBER}:${eol}${indented('  ', '  ')}`;
  }
  const first = isMap(servers.value) && !servers.value.flow ? keyStart(servers.value.items[0]) : null;
  if (first !== null) {
    const start = lineStart(rest, first);
    const unit = rest.slice(start, first);
    if (unit.trim() === '') return rest.slice(0, start) + indented(unit, unit) + rest.slice(start);
  }
  if (isNull(servers)) {
    const end = lineEnd(rest, keyStart(servers) ?? 0);
    return `${rest.slice(0, end)}${rest[end - 1] === '\n' ? '' : eol}${indented('  ', '  ')}${rest.slice(end)}`;
  }
  throw notOfLines();
}

/** The text without our entry, comments excepted. @param before the file as it was before: an empty member that was there stays */
export function withoutYamlServer(text: string, before: string | null): string {
  const rest = withoutEntry(text);
  if (rest === text) return text;
  const servers = pairOf(parsed(rest).contents, MEMBER);
  if (servers === undefined || !isNull(servers)) return rest;
  const start = lineStart(rest, keyStart(servers) ?? 0);
  const { [MEMBER]: empty } = before === null ? {} : yamlOf(before);
  if (empty === undefined) return rest.slice(0, start) + rest.slice(lineEnd(rest, start));
  const colon = rest.indexOf(':', start) + 1;
  return empty === null ? rest : `${rest.slice(0, colon)} {}${rest.slice(colon)}`;
}

/** Goose writes `{}` where it has no servers. */
function withoutBraces(text: string): string {
  const servers = pairOf(parsed(text).contents, MEMBER)?.value;
  if (!isMap(servers) || !servers.flow || servers.items.length > 0) return text;
  const [start = 0, end = 0] = servers.range ?? [];
  return text.slice(0, start).trimEnd() + text.slice(end);
}

function withoutEntry(text: string): string {
  const servers = pairOf(parsed(text).contents, MEMBER)?.value;
  const own = pairOf(servers, SERVER);
  if (own === undefined || !isMap(servers)) return text;
  if (servers.flow) throw notOfLines();
  const start = lineStart(text, keyStart(own) ?? 0);
  const end = entryEnd(text, start);
  const comments = text.slice(start, end).match(/^[ \t]*#.*\n/gm) ?? [];
  return text.slice(0, start) + comments.join('') + text.slice(end);
}

/** Behind the last line that is indented deeper than the first one. Blank lines and comments behind it are others'. */
function entryEnd(text: string, start: number): number {
  const depth = indentOf(text, start);
  let end = lineEnd(text, start);
  for (let next = end; next < text.length; next = lineEnd(text, next)) {
    const line = text.slice(next, lineEnd(text, next));
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    if (indentOf(text, next) <= depth) break;
    end = lineEnd(text, next);
  }
  return end;
}

function notOfLines(): BrokenSettings {
  return new BrokenSettings(`its "${MEMBER}" is no mapping of a line for each; write it so`);
}

function indentOf(text: string, start: number): number {
  return /^ */.exec(text.slice(start))?.[0].length ?? 0;
}

function parsed(text: string): Document.Parsed {
  yamlOf(text);
  return parseDocument(text);
}

function pairOf(map: unknown, name: string): Pair | undefined {
  if (!isMap(map)) return undefined;
  return map.items.find(({ key }) => isScalar(key) && key.value === name);
}

function keyStart(pair: Pair | undefined): number | null {
  return isScalar(pair?.key) ? (pair.key.range?.[0] ?? null) : null;
}

function isNull({ value }: Pair): boolean {
  return value === null || (isScalar(value) && value.value === null);
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Behind its line break. */
function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}
