import { homedir } from 'node:os';
import { EXIT } from '../../program/exit-codes';
import { Failure } from '../../program/failure';
import { isColoured, paintFor } from '../../program/paint';
import { plain } from '../../program/plain-text';
import { questionsOn } from '../../program/questions';
import type { Outcome } from '../../program/run';
import type { MemoryRun } from './memory-run';
import { parseMemoryCommand, type MemoryCommand } from './memory-command-line';

/** Everything but the exit: runs what the command line asks for, and says how it went. */
export async function runMemoryProgram(args: readonly string[], streams: NodeJS.Process): Promise<number> {
  const isJson = args.includes('--json');
  try {
    const command = parseMemoryCommand(args);
    if (command.kind === 'text') {
      streams.stdout.write(command.text);
      return EXIT.done;
    }
    const outcome = await command.action(runOf(command, streams));
    streams.stdout.write(isJson ? asJson(command.name, outcome) : asText(outcome));
    return outcome.exit_code ?? EXIT.done;
  } catch (error) {
    const failure = error instanceof Failure ? error : internal(error);
    streams.stderr.write(isJson ? failureAsJson(failure) : failureAsText(failure, streams));
    return failure.exit_code;
  }
}

function runOf({ options }: Extract<MemoryCommand, { kind: 'command' }>, streams: NodeJS.Process): MemoryRun {
  return {
    options,
    environment: {
      variables: streams.env,
      home: homedir(),
      cwd: streams.cwd(),
      platform: streams.platform,
    },
    paint: paintFor(isColoured(streams.stdout, streams.env)),
    now: () => new Date(),
    ask: questionsOn(streams.stdin, streams.stderr),
    input: streams.stdin,
  };
}

function asText({ lines }: Outcome): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function asJson(command: string, { facts }: Outcome): string {
  return `${JSON.stringify({ command, ...facts }, null, 2)}\n`;
}

function failureAsJson({ code, message, next, exit_code }: Failure): string {
  return `${JSON.stringify({ error: { code, message, next, exit_code } }, null, 2)}\n`;
}

function failureAsText({ message, next }: Failure, { stderr, env }: NodeJS.Process): string {
  const paint = paintFor(isColoured(stderr, env));
  return [`${paint.bad('✗')} ${message}`, ...next.map((line) => `  ${line}`), ''].join('\n');
}

/** A fault of this program. Its message could hold anything, so only its kind and the system's code are told. */
function internal(error: unknown): Failure {
  const { name, code } = error as { name?: string; code?: string };
  const kind = plain([name, code].filter((text) => typeof text === 'string').join(' '));
  return new Failure('internal', `Something went wrong that should not have (${kind}).`);
}
