import { Failure, KeptFailure } from './failure';
import { isColoured, paintFor } from './paint';
import { plain } from './plain-text';
import type { Outcome } from './run';

export function asJson(command: string, { facts }: Outcome): string {
  return `${JSON.stringify({ command, ...facts }, null, 2)}\n`;
}

/** What is written to standard error when a command fails. */
export function describeFailure(failure: Failure, isJson: boolean, streams: NodeJS.Process): string {
  return isJson ? failureAsJson(failure) : failureAsText(failure, streams);
}

/**
 * A fault of this program. Its message could hold anything, so only its kind and the system's code are told.
 * @param next what the user can do
 */
export function internalFailure(error: unknown, next: readonly string[] = []): Failure {
  const { name, code } = error as { name?: string; code?: string };
  const kind = plain([name, code].filter((text) => typeof text === 'string').join(' '));
  return new Failure('internal', `Something went wrong that should not have (${kind}).`, [...next]);
}

function failureAsJson(failure: Failure): string {
  const kept = failure instanceof KeptFailure ? { kept: failure.kept } : {};
  return `${JSON.stringify({ error: { ...failure.facts, ...kept } }, null, 2)}\n`;
}

function failureAsText({ message, next }: Failure, { stderr, env }: NodeJS.Process): string {
  const paint = paintFor(isColoured(stderr, env));
  return [`${paint.bad('✗')} ${message}`, ...next.map((line) => `  ${line}`), ''].join('\n');
}
