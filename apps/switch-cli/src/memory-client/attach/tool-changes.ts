import { withHooks, withoutHooks } from '../../installer/hook-entries';
import type { Environment } from '../../program/environment';
import { plannedChange, plannedReturn, type FileChange } from './attached-files';
import { INSTRUCTIONS } from './instructions';
import { hasBlock, withBlock, withoutBlock } from './managed-block';
import { serverState, withoutServer, withServer } from './mcp-entry';
import { filesOfTool, HOOKS, isMemoryHook, type PartState, type Tool } from './tools';

/** What `attach` would write. */
export function attachChanges(tool: Tool, environment: Environment, isProject: boolean): FileChange[] {
  const { hooks, mcp, instructions } = filesOfTool(tool, environment, isProject);
  const hooked = (text: string) => withHooks(text, HOOKS[tool], isMemoryHook);
  const served = (text: string) => withServer(tool, text);
  return [
    ...(hooks === mcp
      ? [plannedChange(hooks, (text) => served(hooked(text)))]
      : [plannedChange(hooks, hooked), plannedChange(mcp, served)]),
    plannedChange(instructions, (text) => withBlock(text, INSTRUCTIONS)),
  ];
}

/** What `detach` would write. */
export function detachChanges(tool: Tool, environment: Environment, isProject: boolean): FileChange[] {
  const { hooks, mcp, instructions } = filesOfTool(tool, environment, isProject);
  const unhooked = (text: string) => withoutHooks(text, isMemoryHook);
  const unserved = (text: string, before: string | null) => withoutServer(tool, text, before);
  const returned = (path: string, strip: Parameters<typeof plannedReturn>[2]) =>
    plannedReturn(environment, path, strip);
  return [
    ...(hooks === mcp
      ? [returned(hooks, (text, before) => unserved(unhooked(text), before))]
      : [returned(hooks, unhooked), returned(mcp, unserved)]),
    returned(instructions, (text) => withoutBlock(text, INSTRUCTIONS)),
  ];
}

/** What there is of an attachment. */
export function attachedParts(
  tool: Tool,
  environment: Environment,
  isProject: boolean,
): Record<'hooks' | 'server' | 'instructions', PartState> {
  const { hooks, mcp, instructions } = filesOfTool(tool, environment, isProject);
  const textOf = (path: string) => plannedChange(path, (text) => text).before ?? '';
  return {
    hooks: hooksState(tool, textOf(hooks)),
    server: serverState(tool, textOf(mcp)),
    instructions: hasBlock(textOf(instructions), INSTRUCTIONS) ? 'there' : 'missing',
  };
}

function hooksState(tool: Tool, text: string): PartState {
  if (text === '') return 'missing';
  if (withHooks(text, HOOKS[tool], isMemoryHook) === text) return 'there';
  return withoutHooks(text, isMemoryHook) === text ? 'missing' : 'older';
}
