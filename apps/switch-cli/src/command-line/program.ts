import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { closest } from './closest';
import { addCommands, type Action } from './commands';
import { usageFailure } from '../program/failure';
import { HELP_AFTER, SUMMARY, VERSION } from '../program/help';
import { plain } from '../program/plain-text';
import type { Options } from '../program/run';

/** What the command line asks for. */
export type Parsed =
  | { kind: 'text'; text: string }
  | { kind: 'command'; name: string; argument: string; options: Options; action: Action };

interface RawOptions {
  target?: string;
  json?: true;
  dryRun?: true;
  force?: true;
  insecure?: true;
  timeout: number;
}

/** Reads the command line; a Failure with exit code 2 if it is wrong. */
export function parseCommandLine(args: readonly string[]): Parsed {
  let printed = '';
  let chosen: Parsed | null = null;
  const program = new Command('assistant-switch');
  const choose = (name: string, action: Action, argument = '') => {
    chosen = { kind: 'command', name, argument, options: optionsOf(program.opts<RawOptions>()), action };
  };
  describe(program);
  const { own, command } = splitCommand(args);
  addCommands(program, choose, command);
  for (const one of [program, ...program.commands]) {
    one.exitOverride().configureOutput({ writeOut: (text) => (printed += text), writeErr: () => undefined });
    one.configureHelp({ showGlobalOptions: true });
  }
  try {
    program.parse(own, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'text', text: printed };
    throw usageFailure(messageOf(error, program, args), 'assistant-switch --help tells what there is.');
  }
  return chosen ?? { kind: 'text', text: printed };
}

function describe(program: Command): void {
  program
    .description(SUMMARY)
    .usage('[command] [options]')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .option('--target <target>', "claude-code, codex, or a path; without it the account's tool decides")
    .option('--json', 'print one JSON object')
    .option('--dry-run', 'say what would be done, and change nothing')
    .option('--force', 'replace or store also what would be refused')
    .option('--insecure', 'allow plain http to another machine')
    .addOption(
      new Option('--timeout <seconds>', 'the longest wait for each answer of the panel')
        .default(10)
        .argParser(seconds),
    )
    .addHelpText('after', HELP_AFTER);
}

/** What follows `--` in `run <account> -- <command>` is the command, whatever it looks like. */
function splitCommand(args: readonly string[]): { own: readonly string[]; command: readonly string[] } {
  const at = args.indexOf('--');
  const isRun = at !== -1 && args.slice(0, at).includes('run');
  return isRun ? { own: args.slice(0, at), command: args.slice(at + 1) } : { own: args, command: [] };
}

function shownCommands(program: Command): string[] {
  return program
    .createHelp()
    .visibleCommands(program)
    .map((command) => command.name());
}

function optionsOf(raw: RawOptions): Options {
  return {
    target: raw.target ?? null,
    json: raw.json === true,
    dry_run: raw.dryRun === true,
    force: raw.force === true,
    insecure: raw.insecure === true,
    timeout_ms: raw.timeout * 1_000,
  };
}

function seconds(text: string): number {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value > 0 && value <= 600) return value;
  throw new InvalidArgumentError('It takes seconds, up to 600.');
}

/** Commander hands an unknown command to the default one, as an argument too many. */
function messageOf({ code, message }: CommanderError, program: Command, args: readonly string[]): string {
  const names = shownCommands(program);
  if (code === 'commander.excessArguments' && !args.some((arg) => names.includes(arg))) {
    const unknown = args.find((arg) => !arg.startsWith('-')) ?? '';
    const meant = closest(unknown, names);
    const hint = meant === null ? `There are: ${names.join(', ')}.` : `Did you mean "${meant}"?`;
    return `There is no command "${plain(unknown)}". ${hint}`;
  }
  const text = message.replace(/^error: /, '').split('\n')[0] ?? '';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!)]$/.test(text) ? '' : '.'}`;
}
