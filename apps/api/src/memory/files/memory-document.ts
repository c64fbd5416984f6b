import { isObject } from '../../platform/validation/pipe/to-instance';
import { invalidZip } from './zip-reader';

/** The columns of a row, as JSON. */
export type Row = Record<string, unknown>;

/** A Markdown file with front matter, each of whose values is JSON on one line, which is YAML too. */
export function toDocument(fields: Row, body: string): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  return `---\n${lines.join('')}---\n${body}\n`;
}

/** @throws AppError `invalid_zip` */
export function readDocument(name: string, text: string): { fields: Row; body: string } {
  // An export ends its lines with a line feed alone. Where the front matter does not, an editor changed all line ends of the file.
  const whole = text.startsWith('---\r\n') ? text.replaceAll('\r\n', '\n') : text;
  const end = whole.indexOf('\n---\n', 3);
  if (!whole.startsWith('---\n') || end < 0) throw invalidZip(`${shown(name)} has no front matter.`);
  const lines = whole.slice(4, end + 1).split('\n');
  const fields = lines.filter((line) => line.trim() !== '').map((line) => fieldOf(name, line));
  return { fields: Object.fromEntries(fields), body: whole.slice(end + 5).replace(/\n$/, '') };
}

/** A list: an item has its fields as JSON, and its text below them, indented. */
export function toItem(fields: Row, text: string): string {
  return `- ${JSON.stringify(fields)}\n${text
    .split('\n')
    .map((line) => `  ${line}\n`)
    .join('')}`;
}

/** @throws AppError `invalid_zip` */
export function readItems(name: string, body: string): { fields: Row; text: string }[] {
  const items: { fields: Row; lines: string[] }[] = [];
  for (const line of body.split('\n')) {
    if (line.startsWith('- ')) items.push({ fields: objectOf(name, line.slice(2)), lines: [] });
    else if (line.startsWith('  ')) items.at(-1)?.lines.push(line.slice(2));
  }
  return items.map(({ fields, lines }) => ({ fields, text: lines.join('\n') }));
}

function fieldOf(name: string, line: string): [string, unknown] {
  const [, field = '', value = ''] = /^(\w+): (.*)$/.exec(line) ?? [];
  try {
    return [field, JSON.parse(value) as unknown];
  } catch {
    throw invalidZip(`${shown(name)} has a line in its front matter that cannot be read.`);
  }
}

function objectOf(name: string, json: string): Row {
  try {
    const value: unknown = JSON.parse(json);
    if (isObject(value)) return value;
  } catch {
    // Said below.
  }
  throw invalidZip(`${shown(name)} has an item that cannot be read.`);
}

export function shown(name: string): string {
  return JSON.stringify(name.slice(0, 200));
}
