import { shownPath } from '../../files/places';
import type { Outcome } from '../../program/run';
import { copyFile, writeChanges, type FileChange } from '../attach/attached-files';
import { difference } from '../attach/difference';
import { attachChanges } from '../attach/tool-changes';
import { toolOf, type Tool } from '../attach/tools';
import type { MemoryRun } from '../program/memory-run';
import { readMemorySettings } from '../server/memory-settings';
import { login } from './login';

/**
 * Merges hooks, MCP server and instructions into the files of an assistant. All is computed before anything is written.
 * @param own.loginUrl logs in there first
 */
export async function attach(
  run: MemoryRun,
  wanted: string,
  own: { isProject: boolean; loginUrl?: string | undefined },
): Promise<Outcome> {
  const { environment, options, paint } = run;
  const tool = toolOf(wanted);
  if (own.loginUrl !== undefined) await login(run, own.loginUrl, { isPiped: false });
  // Without a log-in nothing of it would work.
  readMemorySettings(environment);
  const planned = attachChanges(tool, environment, own.isProject);
  const changes = options.dry_run ? planned : await writeChanges(environment, planned);
  const isChanged = changes.some(({ before, after }) => before !== after);
  const verb = options.dry_run ? 'would be' : 'is now';
  const sentence = isChanged ? `${tool} ${verb} attached.` : `${tool} is attached already. Nothing to do.`;
  return {
    lines: [
      `${paint.good('✓')} ${sentence}`,
      ...changes.flatMap((change) => linesOf(run, change)),
      ...(own.isProject ? notToCommit(run, changes) : []),
      ...(isChanged && !options.dry_run ? NEXT_STEPS[tool] : []),
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
  const copy = shownPath(copyFile(environment, file), environment);
  return [`  ${shown}`, ...(before === null ? [] : [paint.faint(`    as it was: ${copy}`)])];
}

export function factsOf({ options }: MemoryRun, tool: Tool, changes: readonly FileChange[]) {
  const files = changes.filter(({ before, after }) => before !== after).map(({ file }) => file);
  return { dry_run: options.dry_run, tool, files };
}

const NEXT_STEPS: Record<Tool, readonly string[]> = {
  'claude-code': [],
  codex: [
    '  Codex runs hooks once you trust them: start it here, and press t when it asks (or /hooks, then t).',
  ],
  gemini: ['  Gemini CLI runs hooks and servers in folders that you trust: it asks when it starts in one.'],
};
