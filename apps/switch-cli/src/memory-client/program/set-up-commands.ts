import type { Command } from 'commander';
import { completedProgram, completionScript } from '../../command-line/completion-scripts';
import { TOOLS } from '../attach/tools';
import { attach } from '../commands/attach';
import { detach } from '../commands/detach';
import { doctor } from '../commands/doctor';
import { login } from '../commands/login';
import { logout } from '../commands/logout';
import { uninstall } from '../commands/uninstall';
import type { Outcome } from '../../program/run';
import type { MemoryRun } from './memory-run';

export type Action = (run: MemoryRun) => Promise<Outcome>;
export type Choose = (name: string, action: Action, own?: { dryRun?: true }) => void;

const COMPLETED_WORDS = {
  attach: TOOLS,
  detach: TOOLS,
  task: ['create', 'done', 'cancel', 'edit'],
  decision: ['add', 'edit', 'withdraw'],
  state: ['set', 'get'],
  completion: ['bash', 'zsh', 'fish'],
};

interface AttachOptions {
  project?: true;
  dryRun?: true;
  all?: true;
  login?: string;
}

function toolCommand(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .option('--project', 'in the files of this folder, not in those of the user')
    .option('--dry-run', 'show what would change, and change nothing');
}

/** Declares what is done once on a machine, and what takes it back. These work where the memory is switched off, too. */
export function addSetUpCommands(program: Command, choose: Choose): void {
  program
    .command('login <url>')
    .description("remember the server's address and a key (from a prompt, or piped in)")
    .option('--key-stdin', 'read the key from standard input')
    .option('--take-over', 'send there what waits for another address or key')
    .action((url: string, own: { keyStdin?: true; takeOver?: true }) =>
      choose('login', (run) =>
        login(run, url, { isPiped: own.keyStdin === true, isTakingOver: own.takeOver === true }),
      ),
    );
  program
    .command('logout')
    .description('forget the address and the key')
    .option('--purge', 'and what is kept of sessions')
    .option('--force', 'also what the server does not have yet')
    .option('--dry-run', 'say what would be done, and change nothing')
    .action((own: { purge?: true; force?: true; dryRun?: true }) =>
      choose(
        'logout',
        (run) => logout(run, { isPurging: own.purge === true, isForced: own.force === true }),
        own,
      ),
    );
  program
    .command('uninstall')
    .description('take away all that attach wrote, in whatever folder, and log out')
    .option('--force', 'also what the server does not have yet')
    .option('--dry-run', 'show what would change, and change nothing')
    .action((own: { force?: true; dryRun?: true }) =>
      choose('uninstall', (run) => uninstall(run, { isForced: own.force === true }), own),
    );
  toolCommand(program, 'attach [tool]', 'let an assistant use the memory; asks about those that are found')
    .option('--all', 'every assistant that is found on this machine')
    .option('--login <url>', 'log in there first; asks for the key')
    .action((tool: string | undefined, own: AttachOptions) =>
      choose(
        'attach',
        (run) =>
          attach(run, tool, {
            isProject: own.project === true,
            isAll: own.all === true,
            loginUrl: own.login,
          }),
        own,
      ),
    );
  toolCommand(program, 'detach <tool>', 'take away exactly what attach wrote').action(
    (tool: string, own: AttachOptions) =>
      choose('detach', (run) => detach(run, tool, { isProject: own.project === true }), own),
  );
  program
    .command('doctor')
    .description('look for what could go wrong')
    .action(() => choose('doctor', doctor));
  program
    .command('completion <shell>')
    .description('print a completion script for bash, zsh or fish')
    .action((shell: string) => {
      const script = completionScript(shell, completedProgram(program, { words: COMPLETED_WORDS }));
      choose('completion', () => Promise.resolve({ lines: [script], facts: { shell, script } }));
    });
}
