import { foundInForeign } from '../../installer/foreign-file';
import { withHooks, withoutHooks } from '../../installer/hook-entries';
import type { Environment } from '../../program/environment';
import { Failure } from '../../program/failure';
import { plannedChange, plannedReturn, type FileChange, type FilePart } from './attached-files';
import { instructionsIn } from './instructions';
import { hasBlock, withBlock, withoutBlock } from './managed-block';
import { serverState, withoutServer, withServer } from './mcp-entry';
import { refuseOutside } from './project-place';
import { filesOfTool, hasProjectFiles } from './tool-files';
import { hooksOf, isMemoryHook } from './tool-hooks';
import { launcherOf, NAME } from './launcher';
import { TOOLS, type Part, type PartState, type Tool } from './tools';

/** What `attach` would write. */
export function attachChanges(tool: Tool, environment: Environment, isProject: boolean): FileChange[] {
  const { hooks, mcp, instructions } = filesOfTool(tool, environment, isProject);
  const parts = partsIn(
    tool,
    { hooks, mcps: [mcp], told: instructions === null ? [] : [instructions] },
    starting(environment, isProject),
  );
  if (isProject) for (const { path } of parts) refuseOutside(environment, path);
  return parts.map((part) => plannedChange(environment, part));
}

/** What `detach` would write. Instructions that another attached tool reads too stay. */
export function detachChanges(tool: Tool, environment: Environment, isProject: boolean): FileChange[] {
  const { hooks, mcp, instructions, others = {} } = filesOfTool(tool, environment, isProject);
  const mcps = [mcp, ...(others.mcp ?? []).filter((path) => path !== mcp && isServed(tool, path))];
  const told =
    instructions === null
      ? []
      : [
          instructions,
          ...(others.instructions ?? []).filter((path) => path !== instructions && isTold(path)),
        ];
  const isShared = (path: string) =>
    othersOf(tool, isProject).some((other) => {
      const files = filesOfTool(other, environment, isProject);
      return files.instructions === path && isServed(other, files.mcp);
    });
  return partsIn(tool, { hooks, mcps, told: told.filter((path) => !isShared(path)) }, NAME).map((part) =>
    plannedReturn(environment, part),
  );
}

/** What there is of ours: a state for each part that the tool has. Instructions alone are another tool's. */
export function attachedParts(
  tool: Tool,
  environment: Environment,
  isProject: boolean,
): Partial<Record<Part, PartState>> {
  const { hooks, mcp, instructions } = filesOfTool(tool, environment, isProject);
  const launcher = starting(environment, isProject);
  const parts = {
    ...(hooks === null ? {} : { hooks: foundInForeign(hooks, (text) => hooksState(tool, text, launcher)) }),
    server: foundInForeign(mcp, (text) => serverState(tool, text, launcher)),
  };
  const isAttached = Object.values(parts).some((state) => state !== 'missing');
  if (instructions === null || !isAttached) return parts;
  const hasInstructions = foundInForeign(instructions, (text) =>
    hasBlock(text, instructionsIn(instructions)),
  );
  return { ...parts, instructions: hasInstructions ? 'there' : 'missing' };
}

/** What files start: those in a project may be on other machines, too. */
function starting(environment: Environment, isProject: boolean): string {
  return isProject ? NAME : launcherOf(environment);
}

/** What is ours in each of these files. Hooks and server may stand in one. */
function partsIn(
  tool: Tool,
  { hooks, mcps, told }: { hooks: string | null; mcps: readonly string[]; told: readonly string[] },
  launcher: string,
): FilePart[] {
  const hooked: Omit<FilePart, 'path'> = {
    put: (text) => withHooks(text, hooksOf(tool, launcher), isMemoryHook),
    take: (text, before) => withoutHooks(text, isMemoryHook, before === null),
  };
  const served: Omit<FilePart, 'path'> = {
    put: (text) => withServer(tool, text, launcher),
    take: (text, before) => withoutServer(tool, text, before),
  };
  const both: Omit<FilePart, 'path'> = {
    put: (text) => served.put(hooked.put(text)),
    take: (text, before) => served.take(hooked.take(text, before), before),
  };
  return [
    ...(hooks === null || mcps.includes(hooks) ? [] : [{ path: hooks, ...hooked }]),
    ...mcps.map((path) => ({ path, ...(path === hooks ? both : served) })),
    ...told.map((path) => ({
      path,
      put: (text: string) => withBlock(text, instructionsIn(path)),
      take: (text: string) => withoutBlock(text, instructionsIn(path)),
    })),
  ];
}

function isServed(tool: Tool, mcp: string): boolean {
  return isFound(() => foundInForeign(mcp, (text) => serverState(tool, text)) !== 'missing');
}

function isTold(path: string): boolean {
  return isFound(() => foundInForeign(path, (text) => hasBlock(text, instructionsIn(path))));
}

/** A broken file that this tool does not read now, or that is another tool's, is no matter of its detachment. */
function isFound(find: () => boolean): boolean {
  try {
    return find();
  } catch (failure) {
    if (failure instanceof Failure) return false;
    throw failure;
  }
}

function othersOf(tool: Tool, isProject: boolean): Tool[] {
  return TOOLS.filter((other) => other !== tool && (!isProject || hasProjectFiles(other)));
}

function hooksState(tool: Tool, text: string, launcher: string): PartState {
  if (text === '') return 'missing';
  if (withHooks(text, hooksOf(tool, launcher), isMemoryHook) === text) return 'there';
  return withoutHooks(text, isMemoryHook) === text ? 'missing' : 'older';
}
