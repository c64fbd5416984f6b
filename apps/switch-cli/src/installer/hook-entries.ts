import {
  applyEdits,
  findNodeAtLocation,
  getLocation,
  modify,
  parse,
  parseTree,
  type Edit,
  type Node,
  type ParseError,
} from 'jsonc-parser';

/** A command that an assistant runs at an event, as in the `hooks` of Claude Code's and Codex's settings. */
export interface HookEntry {
  event: string;
  /** Which kinds of the event; all of them without it. */
  matcher?: string;
  command: string;
  timeout_s: number;
  isAsync?: boolean;
}

/** Whether a command in the settings is one of ours, of whatever version. */
export type IsOurs = (command: string) => boolean;

interface Group {
  matcher?: unknown;
  hooks?: unknown;
}

/** The settings are not what the assistant itself would accept, so nothing may be written. */
export class BrokenSettings extends Error {}

/**
 * The text of a settings file with these hooks, and no older ones of ours. Comments, order and all that others
 * wrote stay byte for byte; a text that has the hooks already stays as it is.
 */
export function withHooks(text: string, entries: readonly HookEntry[], isOurs: IsOurs): string {
  if (hasExactly(text, entries, isOurs)) return text;
  let changed = withoutHooks(text, isOurs);
  if (changed.trim() === '') changed = '{}\n';
  for (const entry of entries) {
    const index = groupsOf(changed, entry.event).length;
    changed = added(changed, ['hooks', entry.event, index], groupOf(entry));
  }
  return changed;
}

/** The text without our hooks, and without the lists that are empty then. */
export function withoutHooks(text: string, isOurs: IsOurs): string {
  let changed = text;
  for (const event of eventsOf(text)) {
    for (let index = groupsOf(changed, event).length - 1; index >= 0; index--) {
      changed = withoutOurs(changed, event, index, isOurs);
    }
    if (changed !== text && isEmptied(text, changed, event)) {
      changed = removed(changed, ['hooks', event]);
    }
  }
  const hasRemoved = changed !== text && eventsOf(changed).length === 0;
  return hasRemoved ? removed(changed, ['hooks']) : changed;
}

function withoutOurs(text: string, event: string, index: number, isOurs: IsOurs): string {
  const hooks = hooksOf(groupsOf(text, event)[index]);
  const ours = hooks.flatMap((hook, position) => (isOurs(commandOf(hook)) ? [position] : []));
  if (ours.length === 0) return text;
  if (ours.length === hooks.length) return removed(text, ['hooks', event, index]);
  return ours.reduceRight(
    (changed, position) => removed(changed, ['hooks', event, index, 'hooks', position]),
    text,
  );
}

function isEmptied(before: string, after: string, event: string): boolean {
  return groupsOf(before, event).length > 0 && groupsOf(after, event).length === 0;
}

function hasExactly(text: string, entries: readonly HookEntry[], isOurs: IsOurs): boolean {
  const present = eventsOf(text).flatMap((event) =>
    groupsOf(text, event).flatMap((group) =>
      hooksOf(group).some((hook) => isOurs(commandOf(hook))) ? [JSON.stringify([event, group])] : [],
    ),
  );
  const wanted = entries.map((entry) => JSON.stringify([entry.event, groupOf(entry)]));
  return present.length === wanted.length && wanted.every((group) => present.includes(group));
}

function groupOf({ matcher, command, timeout_s, isAsync }: HookEntry): Group {
  const hook = { type: 'command', command, ...(isAsync === true ? { async: true } : {}), timeout: timeout_s };
  return { ...(matcher === undefined ? {} : { matcher }), hooks: [hook] };
}

function eventsOf(text: string): string[] {
  return Object.keys(hooksMember(text));
}

function groupsOf(text: string, event: string): Group[] {
  const groups = Object.hasOwn(hooksMember(text), event) ? hooksMember(text)[event] : [];
  if (!Array.isArray(groups)) throw new BrokenSettings(`"hooks"."${event}" is not a list`);
  return groups as Group[];
}

function hooksOf(group: Group | undefined): unknown[] {
  return Array.isArray(group?.hooks) ? group.hooks : [];
}

function commandOf(hook: unknown): string {
  const { command } = (hook ?? {}) as { command?: unknown };
  return typeof command === 'string' ? command : '';
}

function hooksMember(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const settings: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isObject(settings)) throw new BrokenSettings('it is not a whole JSON object');
  const { hooks = {} } = settings;
  if (!isObject(hooks)) throw new BrokenSettings('its "hooks" is not an object');
  return hooks;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One addition, laid out as the file is; nothing around it is formatted anew. */
function added(text: string, path: (string | number)[], value: unknown): string {
  const edits = modify(text, path, value, { isArrayInsertion: true });
  return applyEdits(
    text,
    edits.map((edit) => ({ ...edit, content: laidOut(text, edit, path.length) })),
  );
}

/** Takes away exactly one member or element with the comma that parted it from a neighbour. */
function removed(text: string, path: (string | number)[]): string {
  const root = parseTree(text);
  const value = root === undefined ? undefined : findNodeAtLocation(root, path);
  const node = typeof path.at(-1) === 'number' ? value : value?.parent;
  const parent = node?.parent;
  if (node === undefined || parent === undefined) return text;
  const siblings = parent.children ?? [];
  const index = siblings.indexOf(node);
  const [previous, next] = [siblings[index - 1], siblings[index + 1]];
  const endOf = ({ offset, length }: Node) => offset + length;
  if (previous !== undefined) return text.slice(0, endOf(previous)) + text.slice(endOf(node));
  if (next !== undefined) return text.slice(0, node.offset) + text.slice(next.offset);
  return text.slice(0, parent.offset + 1) + text.slice(endOf(parent) - 1);
}

/** jsonc-parser gives the new text without a space: `,"name":value`, or without the comma where it is the first. */
function laidOut(text: string, { offset, content }: Edit, depth: number): string {
  if (content === '' || !text.includes('\n')) return content;
  const { unit, eol } = layoutOf(text);
  const isFirst = !content.startsWith(',');
  const isAlone = isFirst && /^\s*[\]}]/.test(text.slice(offset));
  // jsonc-parser makes missing parents in the same change: the depth is that of the container that is there.
  const level = Math.min(depth, depthAt(text, offset));
  const value = JSON.stringify(JSON.parse(wrapped(content)), null, unit);
  const inner = value
    .slice(1, -1)
    .trimEnd()
    .replaceAll('\n', `${eol}${unit.repeat(level - 1)}`);
  return `${isFirst ? '' : ','}${inner}${isAlone ? `${eol}${unit.repeat(level - 1)}` : ''}`;
}

/** The new text in a container of its own. */
function wrapped(content: string): string {
  const bare = content.replace(/^,|,$/g, '');
  return /^"(?:[^"\\]|\\.)*"\s*:/.test(bare) ? `{${bare}}` : `[${bare}]`;
}

/** How many containers are open there. */
function depthAt(text: string, offset: number): number {
  const { path } = getLocation(text, offset);
  return Math.max(1, path.length);
}

/** As the file itself is indented. */
function layoutOf(text: string): { unit: string; eol: string } {
  const [, unit = '  '] = /\n([ \t]+)"/.exec(text) ?? [];
  return { unit, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}
