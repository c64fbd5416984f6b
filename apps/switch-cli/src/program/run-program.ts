import { join } from 'node:path';
import { stateHome } from '../files/places';
import { newerVersion } from '../panel/newer-version';
import { readSettings } from '../panel/settings';
import { begun, doLeft } from '../state/begun';
import { sweepMachineState } from '../state/machine-state';
import type { Environment } from './environment';
import { EXIT } from './exit-codes';
import { Failure } from './failure';
import { VERSION } from './help';
import { homeFolder } from './home-folder';
import { isColoured, paintFor } from './paint';
import { parseCommandLine, type Parsed } from '../command-line/program';
import { asJson, describeFailure, internalFailure } from './program-output';
import { useProxyOfEnvironment } from './proxy';
import { questionsOn } from './questions';
import type { Outcome, Run } from './run';
import { rememberedTarget } from '../commands/capture';
import { endKilledRuns } from '../commands/run-command';
import { mendCutOff } from '../switching/cut-off';
import { shellWord } from './shell-word';

type Command = Extract<Parsed, { kind: 'command' }>;

/** Commands that say when the panel has a newer version of this program. */
const TELLS_VERSION = ['sync', 'use', 'list', 'capture'];

/** Commands that bring or store a session: a run that was killed may have left a newer one. */
const ENDS_RUNS = ['sync', 'use', 'capture'];

/** Commands that write several files of tools. `uninstall` is not done by itself: given again, it goes on. */
const WHOLE = ['usage on', 'usage off', 'hooks install', 'hooks remove'];

const HELP = ['assistant-switch doctor may tell more.'];

/** Everything but the exit: runs what the command line asks for, and says how it went. */
export async function runProgram(args: readonly string[], streams: NodeJS.Process): Promise<number> {
  let isJson = args.includes('--json');
  try {
    const parsed = parseCommandLine(args);
    if (parsed.kind === 'text') {
      streams.stdout.write(parsed.text);
      return EXIT.done;
    }
    isJson = parsed.options.json;
    useProxyOfEnvironment(streams.env);
    const run = runOf(parsed, streams);
    await mendCutOff(run, parsed.name === 'restore' ? rememberedTarget(run) : null);
    if (!run.options.dry_run) await doLeft(begunFolder(run.environment), run.environment, againAs(run));
    if (ENDS_RUNS.includes(parsed.name)) await endKilledRuns(run);
    const outcome = await (isWhole(parsed)
      ? begun(begunFolder(run.environment), run.environment, args, () => parsed.action(run))
      : parsed.action(run));
    say(parsed, run, outcome, streams);
    if (TELLS_VERSION.includes(parsed.name)) await tellNewerVersion(run);
    return outcome.exit_code ?? EXIT.done;
  } catch (error) {
    const failure = error instanceof Failure ? error : internalFailure(error, HELP);
    streams.stderr.write(describeFailure(failure, isJson, streams));
    return failure.exit_code;
  }
}

function isWhole({ name, argument, options }: Command): boolean {
  return !options.dry_run && WHOLE.includes(`${name} ${argument}`);
}

/** Nothing is said of it: whoever gave it has seen that it was cut off. */
function againAs(run: Run): (words: readonly string[], there: Environment) => Promise<unknown> {
  return async (words, environment) => {
    const parsed = parseCommandLine(words);
    if (parsed.kind !== 'command' || !isWhole(parsed)) return;
    sweepMachineState(environment);
    await parsed.action({ ...run, options: parsed.options, environment, note: () => undefined });
  };
}

function begunFolder(environment: Environment): string {
  return join(stateHome(environment), 'begun');
}

function say({ name }: { name: string }, run: Run, outcome: Outcome, { stdout }: NodeJS.Process): void {
  if (outcome.isSilent) return;
  stdout.write(run.options.json ? asJson(name, outcome) : `${outcome.lines.join('\n')}\n`);
  const { warnings } = outcome.facts;
  if (Array.isArray(warnings)) for (const text of warnings) run.note(`${run.paint.warning('!')} ${text}`);
}

async function tellNewerVersion(run: Run): Promise<void> {
  const { environment, options } = run;
  if (options.json || options.dry_run || VERSION === 'source') return;
  try {
    const settings = readSettings(environment, options);
    const version = await newerVersion(environment, settings, VERSION, run.now());
    if (version === null) return;
    run.note(`assistant-switch ${version} is there (this is ${VERSION}):`);
    run.note(`  npm install --global ${shellWord(`${settings.url}/install/assistant-cli.tgz`)}`);
  } catch {
    // The command itself has succeeded.
  }
}

function runOf({ options }: Command, streams: NodeJS.Process): Run {
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
    note: (text) => {
      if (!options.json) streams.stderr.write(`${text}\n`);
    },
    ask: questionsOn(streams.stdin, streams.stderr),
  };
}
