import { FORGETTABLE_KINDS, SEARCH_KINDS } from '@groupless/shared-dto';
import { Failure, usageFailure } from '../../program/failure';
import { plain } from '../../program/plain-text';
import type { Outcome } from '../../program/run';
import { PanelTools } from '../mcp/panel-tools';
import type { MemoryRun } from '../program/memory-run';

/** A row as an assistant reads it. */
export function readRow(run: MemoryRun, kind: string, id: string, own: { page?: number }): Promise<Outcome> {
  return asTool(run, 'read_memory', SEARCH_KINDS, { kind, id, ...own });
}

/** Deletes a row that this key stored; the panel brings it back. */
export function forgetRow(run: MemoryRun, kind: string, id: string): Promise<Outcome> {
  return asTool(run, 'forget', FORGETTABLE_KINDS, { kind, id });
}

async function asTool(
  { environment }: MemoryRun,
  name: string,
  kinds: readonly string[],
  { kind, id, ...rest }: { kind: string; id: string; page?: number },
): Promise<Outcome> {
  if (!kinds.includes(kind)) throw usageFailure(`The kind is one of ${kinds.join(', ')}.`);
  if (!/^[1-9]\d{0,14}$/.test(id))
    throw usageFailure('The id is the number of the row, as search prints it.');
  const given = { kind, id: Number(id), ...rest };
  const { content, isError } = await new PanelTools(environment).run(name, given);
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  if (isError === true) throw new Failure('refused', text);
  return { lines: text.split('\n').map(plain), facts: { text } };
}
