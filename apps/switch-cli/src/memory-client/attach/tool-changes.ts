import { withHooks, withoutHooks } from '../../installer/hook-entries';
import type { Environment } from '../../program/environment';
import { plannedChange, plannedReturn, type FileChange } from './attached-files';
import { instructionsIn } from './instructions';
import { hasBlock, withBlock, withoutBlock } from './managed-block';
import { serverState, withoutServer, withServer } from './mcp-entry';
import { filesOfTool, hasProjectFiles } from './tool-files';
import { HOOKS, isMemoryHook } from './tool-hooks';
import { TOOLS, type Part, type PartState, type Tool } from './tools';

/** What `attach` would write. */
export function attachChanges(tool: Tool, environment: Environment, isProject: boolean): FileChange[] {
  const { hooks, mcp, instructions } = filesOfTool(tool, environment, isProject);
  const hooked = (text: string) => withHooks(text, HOOKS[tool] ?? [], isMemoryHook);
  const served = (text: string) => withServer(tool, text);
  return [
    ...(hooks === null || hooks === mcp ? [] : [plannedChange(hooks, hooked)]),
    plannedChange(mcp, hooks === mcp ? (text) => served(hooked(text)) : served),
    ...(instructions === null
      ? []
      : [plannedChange(instructions, (text) => withBlock(text, instructionsIn(instructions)))]),
  ];
}

/** What `detach` would write. Instructions that another attached tool reads too stay. */
export function detachChanges(tool: Tool, environment: Environment, isProject: boolean): FileChange[] {
  const { hooks, mcp, instructions } = filesOfTool(tool, environment, isProject);
  const unhooked = (text: string, before: string | null) => withoutHooks(text, isMemoryHook, before === null);
  const unserved = (text: string, before: string | null) => withoutServer(tool, text, before);
  const returned = (path: string, strip: Parameters<typeof plannedReturn>[2]) =>
    plannedReturn(environment, path, strip);
  // Only of those that read the same file: another one's broken file is no matter of this tool.
  const isShared =
    instructions !== null &&
    othersOf(tool, isProject).some(
      (other) =>
        filesOfTool(other, environment, isProject).instructions === instructions &&
        attachedParts(other, environment, isProject).server === 'there',
    );
  return [
    ...(hooks === null || hooks === mcp ? [] : [returned(hooks, unhooked)]),
    returned(mcp, hooks === mcp ? (text, before) => unserved(unhooked(text, before), before) : unserved),
    ...(instructions === null || isShared
      ? []
      : [returned(instructions, (text) => withoutBlock(text, instructionsIn(instructions)))]),
  ];
}

/** What there is of an attachment: a state for each part that the tool has. */
export function attachedParts(
  tool: Tool,
  environment: Environment,
  isProject: boolean,
): Partial<Record<Part, PartState>> {
  const { hooks, mcp, instructions } = filesOfTool(tool, environment, isProject);
  const textOf = (path: string) => plannedChange(path, (text) => text).before ?? '';
  const told = (path: string) => (hasBlock(textOf(path), instructionsIn(path)) ? 'there' : 'missing');
  return {
    ...(hooks === null ? {} : { hooks: hooksState(tool, textOf(hooks)) }),
    server: serverState(tool, textOf(mcp)),
    ...(instructions === null ? {} : { instructions: told(instructions) }),
  };
}

function othersOf(tool: Tool, isProject: boolean): Tool[] {
  return TOOLS.filter((other) => other !== tool && (!isProject || hasProjectFiles(other)));
}

function hooksState(tool: Tool, text: string): PartState {
  if (text === '') return 'missing';
  if (withHooks(text, HOOKS[tool] ?? [], isMemoryHook) === text) return 'there';
  return withoutHooks(text, isMemoryHook) === text ? 'missing' : 'older';
}
