import { join } from 'node:path';
import { usageFailure } from '../program/failure';
import type { Target } from '../targets/target';
import type { HookEntry } from './hook-entries';

/** The tools in whose settings the hooks can be installed. */
export const HOOK_TOOLS = ['claude-code', 'codex'] as const;
export type HookTool = (typeof HOOK_TOOLS)[number];

const COMMAND = 'assistant-switch hook';

/** Brings the session when the assistant starts, and stores renewed tokens when it ends. */
export function switchHooks(tool: HookTool): HookEntry[] {
  const command = (event: string) => `${COMMAND} ${event} --target ${tool}`;
  // Codex stops a hook at the end of a session after 3 seconds.
  const endTimeoutS = tool === 'codex' ? 3 : 10;
  return [
    { event: 'SessionStart', matcher: 'startup|resume', command: command('session-start'), timeout: 5 },
    { event: 'SessionEnd', command: command('session-end'), timeout: endTimeoutS },
  ];
}

/** Reports what Codex has noted of its limits. Claude Code tells its status line instead. */
export const USAGE_HOOKS: readonly HookEntry[] = [
  { event: 'SessionEnd', command: 'assistant-switch usage report --target codex --timeout 2', timeout: 3 },
];

export function isUsageHook(command: string): boolean {
  return /(^|[/\\\s])assistant-switch(\.cjs)?["']?\s+usage\s+report\b/.test(command);
}

export function isSwitchHook(command: string): boolean {
  return /(^|[/\\\s])assistant-switch(\.cjs)?["']?\s+hook\s/.test(command);
}

/** The settings file of the tool that holds its hooks. */
export function hooksFile({ kind, folder }: Target): string {
  return join(folder, kind === 'codex' ? 'hooks.json' : 'settings.json');
}

export function hookTool(wanted: string): HookTool {
  const tool = HOOK_TOOLS.find((name) => name === wanted);
  if (tool !== undefined) return tool;
  throw usageFailure(`There are no hooks for "${wanted}".`, `There are: ${HOOK_TOOLS.join(', ')}.`);
}
