import { isObject } from '../../files/foreign-json';

export interface Turn {
  kind: 'turn';
  id: string;
  role: 'user' | 'assistant';
  text: string;
  at: string | null;
  /** Where each turn may come in two forms: which of them this is. What has none is a line of a transcript. */
  form?: 'item' | 'event' | 'hook';
}

/** What a line of a transcript tells. */
export type Fact =
  /** Something that was said. */
  | Turn
  /** A file that the assistant wrote. */
  | { kind: 'file'; path: string }
  | { kind: 'task'; title: string; is_done: boolean }
  /** The assistant stores a summary itself: the call, and how it ended. */
  | { kind: 'saving'; id: string }
  | { kind: 'called'; id: string; is_ok: boolean };

export type Json = Record<string, unknown>;

export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A text, or the text parts of a list. */
export function joinedText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => textOf(part['text']))
    .filter((text) => text !== '')
    .join('\n');
}

/** A tool call of whatever assistant. */
export function factsOfCall(id: string, name: string, input: Json): Fact[] {
  const facts: Fact[] = [];
  if (/edit|write|replace|create_file/i.test(name)) {
    const names = ['file_path', 'notebook_path', 'path', 'filePath'];
    const path = names.map((one) => textOf(input[one])).find((text) => text !== '') ?? '';
    if (path !== '') facts.push({ kind: 'file', path });
  }
  for (const patch of [input['input'], input['patch'], input['command']].map(patchText)) {
    for (const [, path = ''] of patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm))
      facts.push({ kind: 'file', path: path.trim() });
  }
  for (const todo of [...listOf(input['todos']), ...listOf(input['plan'])]) {
    const title = textOf(todo['content']) || textOf(todo['step']) || textOf(todo['description']);
    if (title !== '') facts.push({ kind: 'task', title, is_done: todo['status'] === 'completed' });
  }
  const isSaving =
    name.endsWith('save_summary') || /\bassistant-memory summary\b/.test(patchText(input['command']));
  if (isSaving) facts.push({ kind: 'saving', id });
  return facts;
}

/** A command may be a text or a list of words. */
function patchText(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(' ') : textOf(value);
}
