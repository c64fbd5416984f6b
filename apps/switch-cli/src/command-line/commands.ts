import type { Command, CommandOptions } from 'commander';
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
import { completedProgram } from './completion-scripts';
import type { Outcome, Run } from '../program/run';
import { TOOL_TARGETS } from '../targets/tool-target';

export type Action = (run: Run) => Promise<Outcome>;
/** @param argument what the command is to do, where it has several ways */
type Choose = (name: string, action: Action, argument?: string) => void;

/** What completion offers behind a command. */
const COMPLETED = {
  words: { hooks: ['install', 'remove'], usage: ['on', 'off'], completion: ['bash', 'zsh', 'fish'] },
  values: { '--target': TOOL_TARGETS },
  withAccount: ['use', 'capture', 'run'],
};

/** Declares each command: what help and completion say of it, and what it does. */
export function addCommands(program: Command, choose: Choose, command: readonly string[]): void {
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
  add('sync', 'bring the active account of each tool that is used here (the default)', sync, {
    isDefault: true,
  });
  add('list', "show the panel's accounts", list);
  declare('use [account]', 'make an account the active one and bring it; "-" is the one before of that tool')
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
    .option('--exit-code', "end with 1 unless this machine has the panel's active sessions")
    .action((own: { exitCode?: true }) =>
      choose('status', (run) => status(run, { isTelling: own.exitCode === true })),
    );
  add('restore [n]', 'put back the version before the last write, or the n-th before', restore);
  add('doctor', 'look for what could go wrong', doctor);
  declare('hooks <action> <tool>', 'install or remove the hooks of claude-code or codex').action(
    (action: string, tool: string) => choose('hooks', (run) => hooks(run, action, tool), action),
  );
  declare('usage <action>', 'on or off: report how much of the limits is used').action((action: string) =>
    choose('usage', (run) => usage(run, action), action),
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
  declare('accounts [line...]', 'print the names of the accounts', { hidden: true }).action(
    (line: string[]) => choose('accounts', (run) => accountNames(run, line, COMPLETED.withAccount)),
  );
  add('hook <event>', 'what an assistant runs by itself', (run, event = '') => hook(run, event), {
    hidden: true,
  });
}
