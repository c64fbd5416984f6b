import { hash } from 'node:crypto';
import { LIMITS } from '@groupless/shared-dto';
import { isObject } from '../../../platform/validation/pipe/to-instance';
import type { Steps } from '../../../shared/time-slices';
import type { Row } from '../memory-document';
import { cutTo, ForeignRows, invalidFile, storable, textOf, timeOf } from './foreign-rows';

/** Whom or what a memory is about, in the file's own words. */
const ABOUT = ['user_id', 'agent_id', 'app_id', 'run_id'] as const;
const CATEGORY = 'mem0';

/**
 * The memories of a mem0 export as entries of the state, each under its id: a list, or an object with `results` or `memories`. What one
 * memory says of itself (whose it is, its metadata) stands below its text.
 * @param now what has expired by then is left out
 */
export function* readMem0(json: string, project: string | null, now: Date): Steps<ForeignRows> {
  const found = new ForeignRows();
  const texts = new Set<string>();
  for (const [index, memory] of memoriesOf(json).entries()) {
    yield;
    const where = `memory ${index + 1}`;
    const row = rowOf(memory, now);
    if (typeof row === 'string') found.leaveOut(where, row);
    else if (texts.has(String(row['value']))) continue;
    else {
      texts.add(String(row['value']));
      found.add({ kind: 'state', project, row });
    }
  }
  return found;
}

function memoriesOf(json: string): unknown[] {
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch {
    throw invalidFile('It is no JSON, or only the beginning of it.');
  }
  const { results, memories } = isObject(read) ? read : {};
  const list = [read, results, memories].find(Array.isArray) as unknown[] | undefined;
  if (list === undefined) throw invalidFile('It has no list of memories, nor `results` or `memories`.');
  return list;
}

/** The row, or why there is none. */
function rowOf(memory: unknown, now: Date): Row | string {
  try {
    return entryOf(memory, now);
  } catch (error) {
    if (error instanceof RangeError) return 'It is nested too deep.';
    throw error;
  }
}

function entryOf(memory: unknown, now: Date): Row | string {
  if (!isObject(memory)) return 'It is no object.';
  const text = textOf(memory['memory']) || textOf(memory['text']);
  if (text === '') return 'It has no text in `memory`.';
  const expires = timeOf(memory['expiration_date']);
  if (expires !== null && Date.parse(expires) < now.getTime()) return 'It has expired.';
  const value = [text, ...linesOf(memory)].join('\n');
  if ([...value].length > LIMITS.state_value.max) return 'Its text is too long.';
  const [category] = Array.isArray(memory['categories']) ? (memory['categories'] as unknown[]) : [];
  const made = timeOf(memory['created_at']) ?? now.toISOString();
  return {
    key: `mem0 ${cutTo(textOf(memory['id']) || digestOf(value), 100)}`,
    value,
    category: cutTo(textOf(category) || CATEGORY, LIMITS.state_category.max),
    created_at: made,
    updated_at: timeOf(memory['updated_at']) ?? made,
  };
}

function linesOf(memory: Record<string, unknown>): string[] {
  const metadata = isObject(memory['metadata']) ? Object.entries(memory['metadata']) : [];
  const about = ABOUT.map((name) => [name, memory[name]] as const);
  return [...about, ...metadata]
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .map(storable);
}

function digestOf(text: string): string {
  return hash('sha256', text).slice(0, 12);
}
