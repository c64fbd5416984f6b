import { rmSync } from 'node:fs';
import type { Environment } from '../../program/environment';
import { Failure } from '../../program/failure';
import { memoryState } from '../places';
import { readJson, writeJsonIfPossible } from '../store/json-file';
import type { HookInput } from './hook-input';

const DAY_MS = 86_400_000;

/** For the model: without it, it would take silence for "there is nothing". */
const NOT_LOADED =
  'The memory of earlier sessions could not be loaded. Do not conclude that nothing is known; say so where it matters.';

/**
 * What a session begins with whose memory could not be loaded: a line for the person, and one for the model.
 * @param error what was in the way; an error that is not ours is not quoted
 */
export function failedStart(environment: Environment, asked: Asking, error: unknown, now: Date): string {
  // It is told by itself, once: see `tellRefusal()`.
  if (error instanceof Failure && error.code === 'forbidden') return hookOutput(asked, NOT_LOADED);
  const cause = error instanceof Failure ? error.message : 'Something went wrong.';
  const days = Math.floor((now.getTime() - Date.parse(failingSince(environment, now))) / DAY_MS);
  const since = days > 0 ? ` So it has been for ${days} day${days === 1 ? '' : 's'}.` : '';
  const wayOut =
    error instanceof Failure && error.code === 'not_logged_in'
      ? 'assistant-memory login <url>, or assistant-memory uninstall'
      : 'assistant-memory doctor';
  return hookOutput(asked, NOT_LOADED, `The memory was not loaded: ${cause}${since} What to do: ${wayOut}`);
}

/** Who gets an answer, and by which name it calls what happens. */
type Asking = Pick<HookInput, 'event' | 'client'>;

/** @param systemMessage a line that the assistant shows to the person alone; Cursor has no place for it */
export function hookOutput(
  { event: hookEventName, client }: Asking,
  additionalContext: string,
  systemMessage?: string,
): string {
  if (client === 'cursor')
    return JSON.stringify({
      additional_context: [systemMessage, additionalContext].filter(Boolean).join('\n\n'),
    });
  return JSON.stringify({
    ...(systemMessage === undefined ? {} : { systemMessage }),
    hookSpecificOutput: { hookEventName, additionalContext },
  });
}

/** Adds a line for the person to what a hook answers. */
export function withMessage({ client }: Pick<Asking, 'client'>, answer: string, message: string): string {
  const name = client === 'cursor' ? 'additional_context' : 'systemMessage';
  const fields = (answer === '' ? {} : JSON.parse(answer)) as Record<string, unknown>;
  const lines = [message, fields[name]].filter((text) => typeof text === 'string');
  return JSON.stringify({ ...fields, [name]: lines.join('\n\n') });
}

/** A start that worked ends what was told of those before. */
export function forgetFailing(environment: Environment): void {
  rmSync(fileOf(environment), { force: true });
}

function failingSince(environment: Environment, now: Date): string {
  const { since } = readJson<{ since?: string }>(fileOf(environment), {});
  if (since !== undefined) return since;
  writeJsonIfPossible(fileOf(environment), { since: now.toISOString() });
  return now.toISOString();
}

function fileOf(environment: Environment): string {
  return memoryState(environment, 'failing.json');
}
