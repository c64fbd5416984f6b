import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { capture } from '../commands/capture';
import { doctor } from '../commands/doctor';
import { list } from '../commands/list';
import { login } from '../commands/login';
import { logout } from '../commands/logout';
import { restore } from '../commands/restore';
import { status } from '../commands/status';
import { sync } from '../commands/sync';
import { use } from '../commands/use';
import { usageFailure } from './failure';
import { HELP_AFTER, SUMMARY, VERSION } from './help';
import type { Options, Outcome, Run } from './run';

export type Action = (run: Run) => Promise<Outcome>;

/** What the command line asks for. */
export type Parsed =
  { kind: 'text'; text: string } | { kind: 'command'; name: string; options: Options; action: Action };

interface RawOptions {
  target: string;
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
  const choose = (name: string, action: Action) => {
    chosen = { kind: 'command', name, options: optionsOf(program.opts<RawOptions>()), action };
  };
  describe(program);
  addCommands(program, choose);
  for (const command of [program, ...program.commands]) {
    command
      .exitOverride()
      .configureOutput({ writeOut: (text) => (printed += text), writeErr: () => undefined });
    command.configureHelp({ showGlobalOptions: true });
  }
  try {
    program.parse(args, { from: 'user' });
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
    .helpCommand(false)
    .addOption(
      new Option('--target <target>', 'claude-code, codex, or the path of a file').default('claude-code'),
    )
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

function addCommands(program: Command, choose: (name: string, action: Action) => void): void {
  const add = (
    usage: string,
    description: string,
    action: (run: Run, argument?: string) => Promise<Outcome>,
  ) =>
    program
      .command(usage, { isDefault: usage === 'sync' })
      .description(description)
      .helpOption('-h, --help', 'print this help')
      .action((...given: unknown[]) => {
        const [argument] = given;
        const text = typeof argument === 'string' ? argument : undefined;
        choose(usage.split(' ')[0] ?? '', (run) => action(run, text));
      });
  add('sync', "bring the panel's active account to this machine (the default)", sync);
  add('list', "show the panel's accounts", list);
  add('use <account>', 'make an account the active one, and bring it', (run, account = '') =>
    use(run, account),
  );
  add('capture [account]', 'store the session of this machine in the panel', capture);
  add('status', 'show what is on this machine and what the panel says', status);
  add('restore', 'put back the version before the last write', restore);
  add('doctor', 'look for all that could go wrong', doctor);
  add('login [url]', "remember the panel's address and a key (from a prompt, or piped in)", login)
    .option('--url <url>', "the panel's address")
    .option('--key-stdin', 'read the key from standard input')
    .action((url: string | undefined, own: { url?: string; keyStdin?: true }) =>
      choose('login', (run) =>
        login(own.keyStdin ? { ...run, ask: { ...run.ask, is_terminal: false } } : run, url ?? own.url),
      ),
    );
  add('logout', 'forget the address and the key', logout);
}

function optionsOf(raw: RawOptions): Options {
  return {
    target: raw.target,
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
  const names = program.commands.map((command) => command.name());
  if (code === 'commander.excessArguments' && !args.some((arg) => names.includes(arg))) {
    const unknown = args.find((arg) => !arg.startsWith('-')) ?? '';
    return `There is no command "${unknown}". There are: ${names.join(', ')}.`;
  }
  const text = message.replace(/^error: /, '').split('\n')[0] ?? '';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!)]$/.test(text) ? '' : '.'}`;
}
