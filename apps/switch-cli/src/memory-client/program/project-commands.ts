import { Option, type Command } from 'commander';
import { LIMITS } from '@groupless/shared-dto';
import { usageFailure } from '../../program/failure';
import type { Outcome } from '../../program/run';
import { addDecision, editDecision, editTask, withdrawDecision } from '../commands/decision';
import { mergeProjects, shareProject } from '../commands/project';
import { getState, setState, type StateOptions } from '../commands/state';
import { storeSummary, type SummaryOptions } from '../commands/summary';
import { task } from '../commands/task';
import { integer } from './integer';
import type { MemoryRun } from './memory-run';
import type { Choose } from './set-up-commands';

/** Declares what writes into the project of the folder, or into a named one. */
export function addProjectCommands(program: Command, choose: Choose): void {
  program
    .command('project <action> [name]')
    .description('merge a project into another, or share a private one (without a name that of the folder)')
    .option('--into <name>', 'the project that stays')
    .action((action: string, name: string | undefined, own: { into?: string }) =>
      choose('project', (run) => projectCommand(run, action, name, own)),
    );
  program
    .command('task <action> <text...>')
    .description('create, done or cancel a task by its text, or edit <id> <new text>')
    .addOption(new Option('--priority <1-10>', '10 is the most urgent').argParser(priority))
    .option('--project <name>', 'of another project')
    .action((action: string, words: string[], own: { priority?: number; project?: string }) =>
      choose('task', (run) => taskCommand(run, action, words, own)),
    );
  program
    .command('decision <action> <text...>')
    .description('add <text>, edit <id> <new text> or withdraw <id>')
    .option('--project <name>', 'of another project')
    .action((action: string, words: string[], own: { project?: string }) =>
      choose('decision', (run) => decisionCommand(run, action, words, own)),
    );
  program
    .command('state <action> <key> [value]')
    .description('set or get an entry of the state')
    .option('--project <name>', 'of another project')
    .option('--global', 'of no project: it holds for all')
    .option('--category <word>', 'of a new entry; config without it')
    .action((action: string, key: string, value: string | undefined, own: StateOptions) =>
      choose('state', (run) => stateCommand(run, action, key, value, own)),
    );
  program
    .command('summary')
    .description('store a summary of the session (text on standard input)')
    .option('--project <name>', 'of another project')
    .addOption(
      new Option('--decision <text>', 'what was decided; may come several times').argParser(
        (text: string, before: string[] | undefined) => [...(before ?? []), text],
      ),
    )
    .action((own: SummaryOptions) => choose('summary', (run) => storeSummary(run, own)));
}

function projectCommand(
  run: MemoryRun,
  action: string,
  name: string | undefined,
  { into }: { into?: string },
): Promise<Outcome> {
  if (action === 'share' && into === undefined) return shareProject(run, name);
  if (action === 'merge' && name !== undefined && into !== undefined)
    return mergeProjects(run, name, { into });
  throw usageFailure('project takes merge <name> --into <name>, or share [name].');
}

function taskCommand(
  run: MemoryRun,
  action: string,
  words: string[],
  own: { priority?: number; project?: string },
): Promise<Outcome> {
  const [id, ...text] = words;
  if (action !== 'edit') return task(run, action, words.join(' '), own);
  if (id === undefined || text.length === 0) throw usageFailure('task edit takes <id> <new text>.');
  return editTask(run, id, text.join(' '));
}

function decisionCommand(
  run: MemoryRun,
  action: string,
  words: string[],
  own: { project?: string },
): Promise<Outcome> {
  const [id = '', ...text] = words;
  if (action === 'add') return addDecision(run, words.join(' '), own);
  if (action === 'edit' && text.length > 0) return editDecision(run, id, text.join(' '));
  if (action === 'withdraw' && text.length === 0) return withdrawDecision(run, id);
  throw usageFailure('decision takes add <text>, edit <id> <new text>, or withdraw <id>.');
}

function stateCommand(
  run: MemoryRun,
  action: string,
  key: string,
  value: string | undefined,
  own: StateOptions,
): Promise<Outcome> {
  if (action === 'get' && value === undefined) return getState(run, key, own);
  if (action === 'set' && value !== undefined) return setState(run, key, value, own);
  throw usageFailure('state takes set <key> <value>, or get <key>.');
}

function priority(text: string): number {
  return integer(text, LIMITS.priority);
}
