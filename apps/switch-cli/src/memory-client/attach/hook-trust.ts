import { dirname } from 'node:path';
import type { Check } from '../../checks/check';
import { codexTrustChecks } from '../../checks/codex-trust';
import { geminiTrustChecks } from '../../checks/gemini-trust';
import type { Environment } from '../../program/environment';
import { filesOfTool } from './tool-files';
import { isMemoryHook } from './tool-hooks';
import type { Tool } from './tools';

/** Whether the tool was told to trust our hooks: Codex asks for hooks, Gemini CLI for folders. */
export function hookTrustChecks(tool: Tool, environment: Environment, isProject: boolean): Check[] {
  const folderOf = (isHere: boolean) => dirname(filesOfTool(tool, environment, isHere).mcp);
  switch (tool) {
    case 'codex':
      return codexTrustChecks(folderOf(isProject), folderOf(false), isMemoryHook);
    case 'gemini':
      return geminiTrustChecks(folderOf(false), environment.cwd);
    default:
      return [];
  }
}
