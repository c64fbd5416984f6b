import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { added, BrokenSettings, removed, settingsOf } from '../installer/json-edits';
import { isObject } from '../files/foreign-json';
import { ownCommand, tappedCommand } from './tap-script';

/** The member of Claude Code's settings. */
export const STATUS_LINE = 'statusLine';

const COMMAND = [STATUS_LINE, 'command'];

/**
 * The settings with our script before the command of the status line, or with the script alone where there is no status
 * line. All else stays byte for byte, the other members of the status line included.
 */
export function withStatusLine(text: string, script: string): string {
  const line = settingsOf(text)[STATUS_LINE];
  if (line === undefined) {
    const value = { type: 'command', command: tappedCommand(script, '') };
    return checked(added(text.trim() === '' ? '{}\n' : text, [STATUS_LINE], value), value.command);
  }
  const own = commandOf(line);
  if (own === null) throw new BrokenSettings(`its "${STATUS_LINE}" is not a command that could be called`);
  if (ownCommand(script, own) !== null) return text;
  const command = tappedCommand(script, own);
  return checked(withLiteral(text, JSON.stringify(command)), command);
}

/**
 * The settings as they would be without our script.
 * @param literal how the user's command was written, quotes and escapes included
 */
export function withoutStatusLine(text: string, script: string, literal: string | null): string {
  const line = settingsOf(text)[STATUS_LINE];
  const own = ownCommand(script, commandOf(line) ?? '');
  if (own === null) return text;
  if (own === '' && literal === null) return removed(text, [STATUS_LINE]);
  const isAsBefore = literal !== null && JSON.parse(literal) === own;
  return checked(withLiteral(text, isAsBefore ? literal : JSON.stringify(own)), own);
}

/** Whether our script stands in these settings. */
export function hasStatusLine(text: string, script: string): boolean {
  return ownCommand(script, commandOf(settingsOf(text)[STATUS_LINE]) ?? '') !== null;
}

/** The text of the command's value, quotes and escapes included; null without a status line. */
export function commandLiteral(text: string): string | null {
  const node = commandNode(text);
  return node === null ? null : text.slice(node.offset, node.offset + node.length);
}

function withLiteral(text: string, literal: string): string {
  const node = commandNode(text);
  if (node === null) return text;
  return text.slice(0, node.offset) + literal + text.slice(node.offset + node.length);
}

function commandNode(text: string): { offset: number; length: number } | null {
  const root = parseTree(text);
  return (root && findNodeAtLocation(root, COMMAND)) ?? null;
}

/** A member that stands there twice is read by its last; the first would have been changed. */
function checked(text: string, expected: string): string {
  if (commandOf(settingsOf(text)[STATUS_LINE]) === expected) return text;
  throw new BrokenSettings(`its "${STATUS_LINE}" is there twice`);
}

function commandOf(line: unknown): string | null {
  if (!isObject(line) || line['type'] !== 'command') return null;
  return typeof line['command'] === 'string' ? line['command'] : null;
}
