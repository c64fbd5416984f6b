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
import { isObject } from '../files/foreign-json';

/** The settings are not what the assistant itself would accept, so nothing may be written. */
export class BrokenSettings extends Error {}

/** The settings in a text, which may have comments; none in an empty one. */
export function settingsOf(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const settings: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isObject(settings)) throw new BrokenSettings('it is not a whole JSON object');
  return settings;
}

/** One addition, laid out as the file is; nothing around it is formatted anew. */
export function added(text: string, path: (string | number)[], value: unknown): string {
  const edits = modify(text, path, value, { isArrayInsertion: true });
  return applyEdits(
    text,
    edits.map((edit) => ({ ...edit, content: laidOut(text, edit, path.length) })),
  );
}

/** Takes away exactly one member or element with the comma that parted it from a neighbour. */
export function removed(text: string, path: (string | number)[]): string {
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
