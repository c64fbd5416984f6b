import { dirname } from 'node:path';
import type { Check } from '../../checks/check';
import { codexTrustChecks } from '../../checks/codex-trust';
import type { Environment } from '../../program/environment';
import { filesOfTool } from './tool-files';
import { isMemoryHook } from './tool-hooks';
import type { Tool } from './tools';

/** Whether the tool was told to trust our hooks; only Codex asks. */
export function hookTrustChecks(tool: Tool, environment: Environment, isProject: boolean): Check[] {
  if (tool !== 'codex') return [];
  const folderOf = (isHere: boolean) => dirname(filesOfTool(tool, environment, isHere).mcp);
  return codexTrustChecks(folderOf(isProject), folderOf(false), isMemoryHook);
}
