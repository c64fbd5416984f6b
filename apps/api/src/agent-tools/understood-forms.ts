import type { ToolForms } from '../shared/tools/tool';
import { isObject } from '../platform/validation/pipe/to-instance';

const MOST_SHOWN = 60;

/** Renames the aliases and converts the values of a call's arguments to those of the tool; a note names each change. */
export function understood(
  given: unknown,
  { aliases = {}, meant = {} }: ToolForms,
): { given: unknown; notes: string[] } {
  if (!isObject(given)) return { given, notes: [] };
  const notes: string[] = [];
  const named = Object.entries(given).map(([sent, value]): [string, unknown] => {
    const name = Object.hasOwn(aliases, sent) ? aliases[sent] : undefined;
    if (name === undefined || Object.hasOwn(given, name)) return [sent, value];
    notes.push(`${sent} was taken as ${name}.`);
    return [name, value];
  });
  const fields: Record<string, unknown> = Object.fromEntries(named);
  for (const [name, read] of Object.entries(meant)) {
    if (!Object.hasOwn(fields, name)) continue;
    const value = read(fields[name]);
    if (value === fields[name]) continue;
    notes.push(`${name} was taken as ${shown(value)}.`);
    fields[name] = value;
  }
  return { given: fields, notes };
}

/** The answer with the notes: an object has them in its field `note`. */
export function withNotes(text: string, notes: readonly string[], isText: boolean): string {
  if (notes.length === 0) return text;
  if (isText) return `${text}\n${notes.join(' ')}`;
  return JSON.stringify({ ...(JSON.parse(text) as object), note: notes.join(' ') });
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
