import { existsSync } from 'node:fs';
import { shownPath } from '../../files/places';
import { EXIT } from '../../program/exit-codes';
import { Failure, usageFailure } from '../../program/failure';
import { internalFailure } from '../../program/program-output';
import type { Outcome } from '../../program/run';
import { copyFile, type FileChange } from '../attach/attached-files';
import { difference } from '../attach/difference';
import { attachChanges } from '../attach/tool-changes';
import { filesOfTool, hasProjectFiles, isInstalled, type ToolFiles } from '../attach/tool-files';
import { INSTRUCTION_LINES } from '../attach/instructions';
import { withoutHooksOf } from '../attach/tool-hooks';
import { TOOLS, toolOf, type Tool } from '../attach/tools';
import { attached, whole } from '../attach/whole';
import type { MemoryRun } from '../program/memory-run';
import { howToInstall, isOnPath, NOT_ON_PATH } from '../program/own-command';
import { PanelTools } from '../mcp/panel-tools';
import { readMemorySettings } from '../server/memory-settings';
import { login } from './login';

interface AttachOptions {
  isProject: boolean;
  /** Every assistant that is found on this machine. */
  isAll?: boolean;
  loginUrl?: string | undefined;
}

/**
 * Merges hooks, MCP server and instructions into the files of assistants, each as far as it has them.
 * @param wanted undefined: asks about those that are found
 * @param own.loginUrl logs in there first
 */
export async function attach(
  run: MemoryRun,
  wanted: string | undefined,
  own: AttachOptions,
): Promise<Outcome> {
  // Before the log-in, which asks for a key: a wrong name is told at once.
  const named = wanted === undefined ? null : toolOf(wanted);
  if (own.loginUrl !== undefined) await login(run, own.loginUrl, { isPiped: false });
  // Without a log-in nothing of it would work.
  readMemorySettings(run.environment);
  // Whoever has logged in with an earlier version has none for a start while the server is away.
  if (!run.options.dry_run) await new PanelTools(run.environment).list();
  const tools = named === null ? await foundTools(run, own) : [named];
  const work = () => (named === null ? attachAll(run, tools, own) : attachTool(run, named, own));
  const { isProject } = own;
  const outcome = await (run.options.dry_run
    ? work()
    : whole(run.environment, { isAttaching: true, tools, isProject }, work));
  return { ...outcome, lines: [...outcome.lines, ...whereMissing(run)] };
}

/** An assistant whose hooks do not start says little or nothing of it. */
function whereMissing({ environment, paint }: MemoryRun): string[] {
  return isOnPath(environment)
    ? []
    : [`${paint.warning('!')} ${NOT_ON_PATH}`, `  ${howToInstall(environment)}`];
}

/** One that cannot be attached does not keep the others from it. */
async function attachAll(run: MemoryRun, tools: readonly Tool[], own: AttachOptions): Promise<Outcome> {
  const lines: string[] = [];
  const facts: Outcome['facts'][] = [];
  const faults: string[] = [];
  for (const tool of tools) {
    try {
      const outcome = await attachTool(run, tool, own);
      lines.push(...outcome.lines);
      facts.push(outcome.facts);
    } catch (error) {
      const failure = error instanceof Failure ? error : internalFailure(error);
      lines.push(`${run.paint.warning('!')} ${tool}: ${failure.message}`);
      lines.push(...failure.next.map((line) => `  ${line}`));
      faults.push(tool);
    }
  }
  return {
    lines,
    facts: { result: 'attached', dry_run: run.options.dry_run, tools: facts, left: faults },
    ...(faults.length === 0 ? {} : { exit_code: EXIT.failure }),
  };
}

/** The assistants of this machine that can be attached, once a person has agreed. */
async function foundTools({ ask, environment, options }: MemoryRun, own: AttachOptions): Promise<Tool[]> {
  const found = TOOLS.filter((tool) => isInstalled(tool, environment)).filter(
    (tool) => !own.isProject || hasProjectFiles(tool),
  );
  const known = `It knows ${TOOLS.join(', ')}.`;
  if (found.length === 0)
    throw usageFailure('No assistant was found on this machine.', known, 'assistant-memory attach <tool>');
  if (own.isAll || options.dry_run) return found;
  const names = found.join(', ');
  if (!ask.is_terminal || options.json)
    throw usageFailure(
      `Which one? Found here: ${names}.`,
      'All of them: assistant-memory attach --all',
      'One: assistant-memory attach <tool>',
    );
  const answer = await ask.line(`Found here: ${names}. Attach ${found.length === 1 ? 'it' : 'all'}? [Y/n] `);
  if (/^(y(es)?)?$/i.test(answer)) return found;
  throw usageFailure('Nothing was attached.', `One: assistant-memory attach <tool>`);
}

/** All is computed before anything is written. */
async function attachTool(run: MemoryRun, tool: Tool, own: AttachOptions): Promise<Outcome> {
  const { environment, options, paint } = run;
  const planned = attachChanges(tool, environment, own.isProject);
  const files = filesOfTool(tool, environment, own.isProject);
  const changes = options.dry_run ? planned : await attached(environment, tool, own.isProject, planned);
  const isChanged = changes.some(({ before, after }) => before !== after);
  const verb = options.dry_run ? 'would be' : 'is now';
  const sentence = isChanged ? `${tool} ${verb} attached.` : `${tool} is attached already. Nothing to do.`;
  return {
    lines: [
      `${paint.good('✓')} ${sentence}`,
      ...changes.flatMap((change) => linesOf(run, change)),
      ...(own.isProject ? notToCommit(run, changes) : []),
      ...(isChanged && !options.dry_run ? nextSteps(tool, files) : []),
      ...(files.instructions === null ? rulesToPaste(tool) : []),
    ],
    facts: { ...factsOf(run, tool, changes), result: isChanged ? 'attached' : 'unchanged' },
  };
}

/** In a folder that a team shares: who has no assistant-memory would see hooks and a server that cannot start. */
function notToCommit({ environment, paint }: MemoryRun, changes: readonly FileChange[]): string[] {
  const shared = changes
    .filter(({ path }) => !path.includes('.local.'))
    .map(({ file }) => shownPath(file, environment));
  if (shared.length === 0) return [];
  return [
    `${paint.warning('!')} Do not commit: ${shared.join(', ')}`,
    "  They start assistant-memory, which colleagues may not have. Git's own list for that: .git/info/exclude",
  ];
}

/** What was written, or the difference that would be. */
export function linesOf({ environment, options, paint }: MemoryRun, change: FileChange): string[] {
  const { file, before, after } = change;
  if (before === after) return [];
  const shown = shownPath(file, environment);
  if (options.dry_run) {
    return [`  ${shown}`, ...difference(before ?? '', after ?? '').map((line) => `    ${line}`)];
  }
  if (after === null) return [`  ${shown} (removed)`];
  const copy = copyFile(environment, file);
  const wasThere = before !== null && existsSync(copy);
  return [`  ${shown}`, ...(wasThere ? [paint.faint(`    as it was: ${shownPath(copy, environment)}`)] : [])];
}

export function factsOf({ options }: MemoryRun, tool: Tool, changes: readonly FileChange[]) {
  const files = changes.filter(({ before, after }) => before !== after).map(({ file }) => file);
  return { dry_run: options.dry_run, tool, files };
}

function nextSteps(tool: Tool, files: ToolFiles): string[] {
  switch (tool) {
    case 'codex':
      return [
        '  Codex runs hooks once you trust them: start it, and at "Hooks need review" choose 2, Trust all and continue.',
      ];
    case 'gemini':
      return [
        '  Gemini CLI runs hooks and servers in folders that you trust: it asks when it starts in one; press Enter.',
      ];
    default: {
      const missing = withoutHooksOf(tool, files);
      return missing === '' ? [] : [`  ${missing}`];
    }
  }
}

/** No program can write a user's rules where they stand in settings. */
function rulesToPaste(tool: Tool): string[] {
  return [
    `  ${tool} keeps a user's rules in its settings. Put this there (Settings, Rules, User Rules):`,
    ...INSTRUCTION_LINES.map((line) => `    ${line}`),
  ];
}
