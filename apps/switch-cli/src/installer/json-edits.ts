import {
  applyEdits,
  getLocation,
  modify,
  parse,
  parseTree,
  visit,
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
  nodeAt(text, path);
  const edits = modify(text, path, value, { isArrayInsertion: true });
  return applyEdits(
    text,
    edits.map((edit) => ({ ...edit, content: laidOut(text, edit, path.length) })),
  );
}

/** Takes away one member or element and one comma. Comments stay, also those that stand in it. */
export function removed(text: string, path: (string | number)[]): string {
  const value = nodeAt(text, path);
  const node = typeof path.at(-1) === 'number' ? value : value?.parent;
  if (node?.parent === undefined) return text;
  const { parent } = node;
  const end = endOf(node);
  const before = text.slice(0, node.offset).trimEnd();
  const gap = text.slice(before.length, node.offset);
  const comma = commaOf(text, node);
  const isBehind = comma !== null && comma >= end && text.slice(end, comma).trim() === '';
  const rest = text.slice(isBehind ? comma + 1 : end);
  const blanks = /^[ \t]*/.exec(rest)?.[0].length ?? 0;

  const own = commentsOf(text).filter(({ offset }) => offset >= node.offset && offset < end);
  const line = own.length === 0 || gap.includes('\n') ? gap : layoutOf(text).eol;
  // A comment in front of it would take what follows on its line as its own.
  const hasComment = own.length > 0 || isInComment(text, before.length - 1);
  const isParted = hasComment && !/^(\r?\n|$)/.test(rest.slice(blanks));
  const kept = own.map((comment) => line + comment.text).join('') + (isParted ? line : '');
  const stop = text.length - rest.length + (isParted || (isBehind && gap === '') ? blanks : 0);

  const after = applyEdits(text, [
    { offset: before.length, length: stop - before.length, content: kept },
    ...(comma === null || isBehind ? [] : [{ offset: comma, length: 1, content: '' }]),
  ]);
  const [open, close] = [parent.offset + 1, endOf(parent) - 1 + after.length - text.length];
  return after.slice(open, close).trim() === '' ? after.slice(0, open) + after.slice(close) : after;
}

/** Takes away a list or an object that has nothing in it, not even a comment. */
export function removedIfEmpty(text: string, path: string[]): string {
  const node = nodeAt(text, path);
  const isEmpty = node !== undefined && text.slice(node.offset + 1, endOf(node) - 1).trim() === '';
  return isEmpty ? removed(text, path) : text;
}

/** The comments of a text, in their order. */
export function commentsOf(text: string): { offset: number; text: string }[] {
  const comments: { offset: number; text: string }[] = [];
  const onComment = (offset: number, length: number) =>
    comments.push({ offset, text: text.slice(offset, offset + length).trimEnd() });
  visit(text, { onComment });
  return comments;
}

/** Of members of one name a program reads the last, and an edit would change the first. */
function nodeAt(text: string, path: (string | number)[]): Node | undefined {
  return path.reduce<Node | undefined>((node, segment) => {
    if (typeof segment === 'number') return node?.children?.[segment];
    const [member, twin] =
      (node?.type === 'object' ? node.children : [])?.filter(
        ({ children: [name] = [] }) => name?.value === segment,
      ) ?? [];
    if (twin !== undefined) throw new BrokenSettings(`its "${segment}" is there twice`);
    return member?.children?.[1];
  }, parseTree(text));
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** The comma behind a member or element, or else the one before it. */
function commaOf(text: string, node: Node): number | null {
  const bare = withoutComments(text);
  const behind = /^\s*,/.exec(bare.slice(endOf(node)));
  if (behind !== null) return endOf(node) + behind[0].length - 1;
  const before = bare.slice(0, node.offset).trimEnd();
  return before.endsWith(',') ? before.length - 1 : null;
}

/** With blanks in their place: jsonc-parser's own stripComments() puts in one too many. */
function withoutComments(text: string): string {
  return commentsOf(text).reduce(
    (rest, { offset, text: { length } }) =>
      rest.slice(0, offset) + ' '.repeat(length) + rest.slice(offset + length),
    text,
  );
}

function isInComment(text: string, offset: number): boolean {
  return withoutComments(text)[offset] !== text[offset];
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
