import { Command, CommanderError, InvalidArgumentError, Option, type CommandOptions } from 'commander';
import { capture } from '../commands/capture';
import { accountNames, completion } from '../commands/completion';
import { doctor } from '../commands/doctor';
import { hook } from '../commands/hook';
import { hooks } from '../commands/hooks';
import { list } from '../commands/list';
import { login } from '../commands/login';
import { logout } from '../commands/logout';
import { restore } from '../commands/restore';
import { runCommand } from '../commands/run-command';
import { status } from '../commands/status';
import { statusLine } from '../commands/statusline';
import { sync } from '../commands/sync';
import { uninstall } from '../commands/uninstall';
import { usage } from '../commands/usage';
import { use } from '../commands/use';
import { useBest } from '../commands/use-best';
import { closest } from './closest';
import { completedProgram } from './completion-scripts';
import { usageFailure } from './failure';
import { HELP_AFTER, SUMMARY, VERSION } from './help';
import { plain } from './plain-text';
import type { Options, Outcome, Run } from './run';

export type Action = (run: Run) => Promise<Outcome>;

/** What the command line asks for. */
export type Parsed =
  { kind: 'text'; text: string } | { kind: 'command'; name: string; options: Options; action: Action };

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
  const choose = (name: string, action: Action) => {
    chosen = { kind: 'command', name, options: optionsOf(program.opts<RawOptions>()), action };
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

type Choose = (name: string, action: Action) => void;

const COMPLETED = {
  words: { hooks: ['install', 'remove'], usage: ['on', 'off'], completion: ['bash', 'zsh', 'fish'] },
  withAccount: ['use', 'capture', 'run'],
};

function addCommands(program: Command, choose: Choose, command: readonly string[]): void {
  const declare = (usage: string, description: string, settings: CommandOptions = {}) =>
    program.command(usage, settings).description(description).helpOption('-h, --help', 'print this help');
  const add = (
    usage: string,
    description: string,
    action: (run: Run, argument?: string) => Promise<Outcome>,
    settings: CommandOptions = {},
  ) => {
    const name = usage.split(' ')[0] ?? '';
    return declare(usage, description, settings).action((given: unknown) => {
      choose(name, (run) => action(run, typeof given === 'string' ? given : undefined));
    });
  };
  add('sync', "bring the panel's active account to this machine (the default)", sync, { isDefault: true });
  add('list', "show the panel's accounts", list);
  declare('use [account]', 'make an account the active one and bring it; "-" is the one before')
    .option('--here', 'bring it to this machine only; the active account stays')
    .option('--best', 'the account of the same tool whose limits leave most room')
    .action((account: string | undefined, own: { here?: true; best?: true }) =>
      choose('use', (run) => (own.best ? useBest : use)(run, account, { here: own.here === true })),
    );
  declare('run [account]', 'run a command with an account of its own: run <account> -- <command>')
    .option('--best', 'the account of the same tool whose limits leave most room')
    .action((account: string | undefined, own: { best?: true }) =>
      choose('run', (run) => runCommand(run, account, command, { best: own.best === true })),
    );
  add('capture [account]', 'store the session of this machine in the panel', capture);
  declare('status', 'show what is on this machine and what the panel says')
    .option('--exit-code', "end with 1 unless this machine has the panel's active session")
    .action((own: { exitCode?: true }) =>
      choose('status', (run) => status(run, { isTelling: own.exitCode === true })),
    );
  add('restore [n]', 'put back the version before the last write, or the n-th before', restore);
  add('doctor', 'look for what could go wrong', doctor);
  declare('hooks <action> <tool>', 'install or remove the hooks of claude-code or codex').action(
    (action: string, tool: string) => choose('hooks', (run) => hooks(run, action, tool)),
  );
  declare('usage <action>', 'on or off: report how much of the limits is used').action((action: string) =>
    choose('usage', (run) => usage(run, action)),
  );
  add('statusline', 'print one short line: the account here and its limits', statusLine);
  declare('login [url]', "remember the panel's address and a key (from a prompt, or piped in)")
    .option('--url <url>', "the panel's address")
    .option('--key-stdin', 'read the key from standard input')
    .action((url: string | undefined, own: { url?: string; keyStdin?: true }) =>
      choose('login', (run) =>
        login(own.keyStdin ? { ...run, ask: { ...run.ask, is_terminal: false } } : run, url ?? own.url),
      ),
    );
  declare('logout', 'forget the address and the key')
    .option('--purge', 'and all that is kept: earlier versions and the folders of run')
    .action((own: { purge?: true }) => choose('logout', (run) => logout(run, { purge: own.purge === true })));
  declare('uninstall', 'remove hooks, address, key and all that is kept').action(() =>
    choose('uninstall', uninstall),
  );
  declare('completion <shell>', 'print a completion script for bash, zsh or fish').action((shell: string) =>
    choose('completion', () => completion(shell, completedProgram(program, COMPLETED))),
  );
  add('accounts', 'print the names of the accounts', accountNames, { hidden: true });
  add('hook <event>', 'what an assistant runs by itself', (run, event = '') => hook(run, event), {
    hidden: true,
  });
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
