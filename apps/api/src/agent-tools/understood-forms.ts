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

/** What the answer tells of the call itself. */
interface Remarks {
  /** How arguments were understood. */
  note: readonly string[];
  /** What counts as missing. */
  warnings: readonly string[];
}

/** The answer with the remarks: an object has them in fields. */
export function withNotes(text: string, { note, warnings }: Remarks, isText: boolean): string {
  if (note.length === 0 && warnings.length === 0) return text;
  if (isText) return `${text}\n${[...note, ...warnings].join(' ')}`;
  const answer = JSON.parse(text) as { note?: string; warnings?: string[] };
  return JSON.stringify({
    ...answer,
    ...(note.length > 0 && { note: note.join(' ') }),
    ...(warnings.length > 0 && { warnings: [...(answer.warnings ?? []), ...warnings] }),
  });
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
