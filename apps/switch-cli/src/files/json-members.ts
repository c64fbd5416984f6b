/**
 * Reads and edits the members of a JSON object in its text, so that every other byte stays as it is: what
 * another program wrote beside our member keeps its order, its spacing and its numbers.
 */

interface Member {
  name: string;
  key_start: number;
  value_start: number;
  value_end: number;
}

/** Whether the text is a JSON object, from its first to its last byte. */
export function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** The text of a member's value; of members with the same name the last, as in `JSON.parse()`. */
export function memberText(objectText: string, name: string): string | null {
  const member = membersOf(objectText).findLast((candidate) => candidate.name === name);
  return member === undefined ? null : objectText.slice(member.value_start, member.value_end);
}

/** Gives a member the value, in its place, or at the end in the style of its neighbours if it is new. */
export function withMember(objectText: string, name: string, valueText: string): string {
  const members = membersOf(objectText);
  const same = members.filter((member) => member.name === name);
  const last = same.at(-1);
  if (last === undefined) return appended(objectText, members, name, valueText);
  const replaced = objectText.slice(0, last.value_start) + valueText + objectText.slice(last.value_end);
  return same.length === 1 ? replaced : withoutAllButLast(replaced, name);
}

/** Takes a member away, every time that it occurs. */
export function withoutMember(objectText: string, name: string): string {
  let text = objectText;
  for (;;) {
    const members = membersOf(text);
    const index = members.findIndex((member) => member.name === name);
    if (index === -1) return text;
    text = cut(text, members, index);
  }
}

function withoutAllButLast(objectText: string, name: string): string {
  let text = objectText;
  for (;;) {
    const members = membersOf(text);
    const index = members.findIndex((member) => member.name === name);
    if (index === members.findLastIndex((member) => member.name === name)) return text;
    text = cut(text, members, index);
  }
}

/** With the comma that parted it from a neighbour. */
function cut(text: string, members: Member[], index: number): string {
  const member = members[index];
  const next = members[index + 1];
  const previous = members[index - 1];
  if (member === undefined) return text;
  if (next !== undefined) return text.slice(0, member.key_start) + text.slice(next.key_start);
  const start = previous === undefined ? member.key_start : previous.value_end;
  return text.slice(0, start) + text.slice(member.value_end);
}

function appended(text: string, members: Member[], name: string, valueText: string): string {
  const last = members.at(-1);
  const first = members[0];
  if (last === undefined || first === undefined) {
    const brace = text.indexOf('{') + 1;
    return `${text.slice(0, brace)}${JSON.stringify(name)}:${valueText}${text.slice(text.lastIndexOf('}'))}`;
  }
  const beforeKey = text.slice(text.indexOf('{') + 1, first.key_start);
  const afterKey = text.slice(skipString(text, first.key_start), first.value_start);
  const added = `,${beforeKey}${JSON.stringify(name)}${afterKey}${valueText}`;
  return text.slice(0, last.value_end) + added + text.slice(last.value_end);
}

/** The members at the top, in their order. The text must be a JSON object. */
function membersOf(text: string): Member[] {
  if (!isJsonObject(text)) throw new TypeError('The text is not a JSON object.');
  const members: Member[] = [];
  let position = skipSpace(text, text.indexOf('{') + 1);
  while (text[position] !== '}') {
    const keyStart = position;
    const keyEnd = skipString(text, keyStart);
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const valueEnd = skipValue(text, valueStart);
    const name = JSON.parse(text.slice(keyStart, keyEnd)) as string;
    members.push({ name, key_start: keyStart, value_start: valueStart, value_end: valueEnd });
    position = skipSpace(text, valueEnd);
    if (text[position] === ',') position = skipSpace(text, position + 1);
  }
  return members;
}

function skipSpace(text: string, from: number): number {
  let position = from;
  while (' \t\n\r'.includes(text[position] ?? 'x')) position++;
  return position;
}

function skipString(text: string, from: number): number {
  let position = from + 1;
  while (text[position] !== '"') position += text[position] === '\\' ? 2 : 1;
  return position + 1;
}

function skipValue(text: string, from: number): number {
  let depth = 0;
  let position = from;
  do {
    const character = text[position] ?? '';
    if (character === '"') {
      position = skipString(text, position);
    } else if ('{['.includes(character)) {
      depth++;
      position++;
    } else if ('}]'.includes(character)) {
      depth--;
      position++;
    } else if (depth > 0) {
      position++;
    } else {
      while (!',}] \t\n\r'.includes(text[position] ?? ',')) position++;
    }
  } while (depth > 0);
  return position;
}
