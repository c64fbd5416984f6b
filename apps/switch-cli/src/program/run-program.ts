import { homedir } from 'node:os';
import { EXIT, type ExitCode } from './exit-codes';
import { Failure } from './failure';
import { isColoured, paintFor } from './paint';
import { plain } from './plain-text';
import { parseCommandLine, type Parsed } from './program';
import { questionsOn } from './questions';
import type { Outcome, Run } from './run';

/** Everything but the exit: runs what the command line asks for, and says how it went. */
export async function runProgram(args: readonly string[], streams: NodeJS.Process): Promise<ExitCode> {
  let is_json = args.includes('--json');
  try {
    const parsed = parseCommandLine(args);
    if (parsed.kind === 'text') {
      streams.stdout.write(parsed.text);
      return EXIT.done;
    }
    is_json = parsed.options.json;
    const outcome = await parsed.action(runOf(parsed, streams));
    streams.stdout.write(is_json ? asJson(parsed.name, outcome) : `${outcome.lines.join('\n')}\n`);
    return outcome.exit_code ?? EXIT.done;
  } catch (error) {
    const failure = error instanceof Failure ? error : internal(error);
    streams.stderr.write(is_json ? failureAsJson(failure) : failureAsText(failure, streams));
    return failure.exit_code;
  }
}

function runOf({ options }: Extract<Parsed, { kind: 'command' }>, streams: NodeJS.Process): Run {
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
    note: (text) => {
      if (!options.json) streams.stderr.write(`${text}\n`);
    },
    ask: questionsOn(streams.stdin, streams.stderr),
  };
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
  return new Failure('internal', `Something went wrong that should not have (${kind}).`, [
    'assistant-switch doctor may tell more.',
  ]);
}
