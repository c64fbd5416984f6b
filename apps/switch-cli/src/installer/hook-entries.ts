import { isDeepStrictEqual } from 'node:util';
import { added, BrokenSettings, removed, removedIfEmpty, settingsOf } from './json-edits';
import { isObject } from '../files/foreign-json';

/** A command that an assistant runs at an event, as in the `hooks` of Claude Code's and Codex's settings. */
export interface HookEntry {
  event: string;
  /** Which kinds of the event; all of them without it. */
  matcher?: string;
  command: string;
  /** In the unit of the assistant: Gemini CLI counts milliseconds, the others seconds. Without it the assistant's own. */
  timeout?: number;
  isAsync?: boolean;
  /** Cursor and VS Code list the commands of an event, without groups. */
  isFlat?: boolean;
}

/** Whether a command in the settings is one of ours, of whatever version. */
export type IsOurs = (command: string) => boolean;

interface Group {
  matcher?: unknown;
  hooks?: unknown;
  command?: unknown;
}

/** What files of such lists begin with. */
const VERSION = 1;

/**
 * The text of a settings file with these hooks, and no older ones of ours. Comments, order and all that others
 * wrote stay byte for byte; a text that has the hooks already stays as it is.
 */
export function withHooks(text: string, entries: readonly HookEntry[], isOurs: IsOurs): string {
  if (hasExactly(text, entries, isOurs)) return text;
  let changed = withoutHooks(text, isOurs);
  if (changed.trim() === '') changed = '{}\n';
  const isVersioned = entries.every(({ isFlat }) => isFlat !== true) || 'version' in settingsOf(changed);
  if (!isVersioned) changed = added(changed, ['version'], VERSION);
  for (const entry of entries) {
    const index = groupsOf(changed, entry.event).length;
    changed = added(changed, ['hooks', entry.event, index], groupOf(entry));
  }
  return changed;
}

/**
 * The text without our hooks, and without the lists that are empty then.
 * @param isMade the file was made for them: its version goes with the last
 */
export function withoutHooks(text: string, isOurs: IsOurs, isMade = false): string {
  let changed = text;
  for (const event of eventsOf(text)) {
    for (let index = groupsOf(changed, event).length - 1; index >= 0; index--) {
      changed = withoutOurs(changed, event, index, isOurs);
    }
    if (changed !== text && groupsOf(text, event).length > 0) {
      changed = removedIfEmpty(changed, ['hooks', event]);
    }
  }
  if (changed === text) return text;
  const rest = removedIfEmpty(changed, ['hooks']);
  const isEmpty = isMade && isDeepStrictEqual(settingsOf(rest), { version: VERSION });
  return isEmpty ? removed(rest, ['version']) : rest;
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

function hasExactly(text: string, entries: readonly HookEntry[], isOurs: IsOurs): boolean {
  const present = eventsOf(text).flatMap((event) =>
    groupsOf(text, event).flatMap((group) =>
      hooksOf(group).some((hook) => isOurs(commandOf(hook))) ? [JSON.stringify([event, group])] : [],
    ),
  );
  const wanted = entries.map((entry) => JSON.stringify([entry.event, groupOf(entry)]));
  return present.length === wanted.length && wanted.every((group) => present.includes(group));
}

function groupOf({ matcher, command, timeout, isAsync, isFlat }: HookEntry): Group {
  const hook = {
    type: 'command',
    command,
    ...(isAsync === true ? { async: true } : {}),
    ...(timeout === undefined ? {} : { timeout }),
  };
  if (isFlat === true) return hook;
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
  if (Array.isArray(group?.hooks)) return group.hooks;
  return group?.command === undefined ? [] : [group];
}

function commandOf(hook: unknown): string {
  const { command } = (hook ?? {}) as { command?: unknown };
  return typeof command === 'string' ? command : '';
}

function hooksMember(text: string): Record<string, unknown> {
  const { hooks = {} } = settingsOf(text);
  if (!isObject(hooks)) throw new BrokenSettings('its "hooks" is not an object');
  return hooks;
}
