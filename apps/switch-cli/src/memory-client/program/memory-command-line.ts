import { Command, CommanderError, Option } from 'commander';
import { LIMITS } from '@groupless/shared-dto';
import { usageFailure } from '../../program/failure';
import { VERSION } from '../../program/help';
import { exportMemory, importMemory } from '../commands/files';
import { mcpHeaders } from '../commands/mcp-headers';
import { forgetRow, readRow } from '../commands/rows';
import { brief, search } from '../commands/read';
import type { MemoryOptions } from './memory-run';
import { addProjectCommands } from './project-commands';
import { integer } from './integer';
import { addSetUpCommands, type Action, type Choose } from './set-up-commands';

export type MemoryCommand =
  | { kind: 'text'; text: string }
  | { kind: 'command'; name: string; options: MemoryOptions; action: Action; isSetUp: boolean };

const HELP_AFTER = `
First time
  assistant-memory login https://panel.example.com   asks for a key of scope memory
  assistant-memory attach claude-code                or codex, or gemini

Then the assistant remembers by itself: its hooks bring the brief of the project, store the turns and a summary.

Files
  ~/.config/assistant-memory/config.json   the server's address and the key
  ~/.local/state/assistant-memory/         what waits to be sent, and how far each session is stored

Environment
  ASSISTANT_MEMORY_URL, ASSISTANT_MEMORY_KEY   both together win over the file; one alone does not count
  ASSISTANT_MEMORY_OFF=1                       nothing is stored or read; so in a folder with .assistant-memory-ignore, and below
  HTTPS_PROXY, NO_PROXY, NODE_EXTRA_CA_CERTS   the way through a company's network
  CLAUDE_CONFIG_DIR, CODEX_HOME                where the assistants keep their files
  XDG_CONFIG_HOME, XDG_STATE_HOME, NO_COLOR    as everywhere

Exit codes
  0  done, or nothing to do; hooks always    3  the server does not accept the key, or not for this
  1  failure, or refused                     5  the server gave no answer
  2  wrong usage
`;

/** Reads the command line; a Failure with exit code 2 if it is wrong. */
export function parseMemoryCommand(args: readonly string[]): MemoryCommand {
  let printed = '';
  let chosen: MemoryCommand | null = null;
  const program = new Command('assistant-memory')
    .description('Gives coding assistants the memory of a Groupless server.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option('--json', 'print one JSON object')
    .option('--insecure', 'at login: allow plain http to another machine')
    .addHelpText('after', HELP_AFTER);
  const choose = (name: string, action: Action, own: { dryRun?: true } = {}, isSetUp = false) => {
    const { json, insecure } = program.opts<{ json?: true; insecure?: true }>();
    const options = { json: json === true, insecure: insecure === true, dry_run: own.dryRun === true };
    chosen = { kind: 'command', name, options, action, isSetUp };
  };
  const setUp: Choose = (name, action, own) => choose(name, action, own, true);
  addSetUpCommands(program, setUp);
  addCommands(program, choose);
  for (const one of [program, ...program.commands]) {
    one.exitOverride().configureOutput({ writeOut: (text) => (printed += text), writeErr: () => undefined });
    one.configureHelp({ showGlobalOptions: true });
  }
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'text', text: printed };
    if (args.length === 0) return { kind: 'text', text: program.helpInformation() + HELP_AFTER };
    const message = error.message.replace(/^error: /, '').split('\n')[0] ?? '';
    const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.?!)]$/.test(message) ? '' : '.'}`;
    throw usageFailure(sentence, 'assistant-memory --help tells what there is.');
  }
  return chosen ?? { kind: 'text', text: printed };
}

function addCommands(program: Command, choose: Choose): void {
  program
    .command('brief')
    .description('print the brief of this project')
    .option('--project <name>', 'of another project')
    .addOption(new Option('--budget <tokens>', 'the most tokens of four characters').argParser(budget))
    .action((own: { project?: string; budget?: number }) => choose('brief', (run) => brief(run, own)));
  program
    .command('search <words...>')
    .description('search all that the memory holds')
    .option('--project <name>', 'only what belongs to a project')
    .action((words: string[], own: { project?: string }) =>
      choose('search', (run) => search(run, words.join(' '), own)),
    );
  program
    .command('read <kind> <id>')
    .description('print a row whole, as search names it (session 12)')
    .addOption(new Option('--page <n>', 'of a long one').argParser(page))
    .action((kind: string, id: string, own: { page?: number }) =>
      choose('read', (run) => readRow(run, kind, id, own)),
    );
  program
    .command('forget <kind> <id>')
    .description('delete what you stored; the panel brings it back')
    .action((kind: string, id: string) => choose('forget', (run) => forgetRow(run, kind, id)));
  program
    .command('export')
    .description('store what you wrote as a ZIP of Markdown files')
    .option('--out <file>', 'its name; memory.zip without it')
    .action((own: { out?: string }) => choose('export', (run) => exportMemory(run, own)));
  program
    .command('import <file>')
    .description("take in an export, CLAUDE.md or AGENTS.md, claude-mem's database or mem0's export")
    .option('--project <name>', 'to which all of it belongs')
    .option('--dry-run', 'only tell what would be stored')
    .action((file: string, own: { project?: string; dryRun?: true }) =>
      choose('import', (run) => importMemory(run, file, own), own),
    );
  addProjectCommands(program, choose);
  program
    .command('mcp')
    .description('serve the tools of the memory to an assistant, on standard input and output')
    .action(() => {
      throw usageFailure('mcp takes no options.');
    });
  program
    .command('hook <event>')
    .description('what an assistant runs by itself (its JSON on standard input)')
    .option('--client <name>', 'an editor whose hooks differ: cursor or vscode')
    .option('--with-brief', 'with recall: the first request of a session brings the brief, too')
    .action(() => choose('hook', () => Promise.resolve({ lines: [], facts: {} })));
  program
    .command('mcp-headers', { hidden: true })
    .description('print the headers of the MCP server, for the assistant')
    .option('--key', 'print the key alone, for an environment variable')
    .action((own: { key?: true }) => choose('mcp-headers', (run) => mcpHeaders(run, own.key === true)));
}

function budget(text: string): number {
  return integer(text, LIMITS.context_budget);
}

function page(text: string): number {
  return integer(text, { min: 1, max: 10_000 });
}
