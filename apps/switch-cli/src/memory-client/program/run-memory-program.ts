import { EXIT } from '../../program/exit-codes';
import { Failure } from '../../program/failure';
import { homeFolder } from '../../program/home-folder';
import { isColoured, paintFor } from '../../program/paint';
import { asJson, describeFailure, internalFailure } from '../../program/program-output';
import { useProxyOfEnvironment } from '../../program/proxy';
import { questionsOn } from '../../program/questions';
import type { Outcome } from '../../program/run';
import { mendSettings } from '../attach/whole';
import type { MemoryRun } from './memory-run';
import { KeyRefusal } from '../server/memory-api';
import { refuseWhereOff } from '../switched-off';
import { parseMemoryCommand, type MemoryCommand } from './memory-command-line';

/** From here, since the commands are a file of their own, with their own copy of what is at work. */
export { endBySignals } from '../../program/signals';

/** Everything but the exit: runs what the command line asks for, and says how it went. */
export async function runMemoryProgram(args: readonly string[], streams: NodeJS.Process): Promise<number> {
  const isJson = args.includes('--json');
  try {
    const command = parseMemoryCommand(args);
    if (command.kind === 'text') {
      streams.stdout.write(command.text);
      return EXIT.done;
    }
    useProxyOfEnvironment(streams.env);
    const run = runOf(command, streams);
    if (!run.options.dry_run) await mendSettings(run.environment);
    if (!command.isSetUp) refuseWhereOff(run.environment);
    const outcome = await command.action(run);
    streams.stdout.write(isJson ? asJson(command.name, outcome) : asText(outcome));
    return outcome.exit_code ?? EXIT.done;
  } catch (error) {
    // Hooks need not tell it once more.
    if (error instanceof KeyRefusal) error.tell();
    const failure = error instanceof Failure ? error : internalFailure(error);
    streams.stderr.write(describeFailure(failure, isJson, streams));
    return failure.exit_code;
  }
}

function runOf({ options }: Extract<MemoryCommand, { kind: 'command' }>, streams: NodeJS.Process): MemoryRun {
  return {
    options,
    environment: {
      variables: streams.env,
      home: homeFolder(),
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
