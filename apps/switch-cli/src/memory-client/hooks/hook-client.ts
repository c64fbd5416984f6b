import { existsSync, readFileSync } from 'node:fs';
import type { Environment } from '../../program/environment';
import { filesOfTool } from '../attach/tool-files';
import { textOf, type Json } from '../transcript/facts';

/** Editors whose hooks tell and take something else than those of Claude Code, Codex and Gemini CLI. Their commands name them. */
export const HOOK_CLIENTS = ['cursor', 'vscode'] as const;
export type HookClient = (typeof HOOK_CLIENTS)[number];

/** Of a command line. */
export function hookClientOf(args: readonly string[]): HookClient | null {
  return HOOK_CLIENTS.find((client) => args[args.indexOf('--client') + 1] === client) ?? null;
}

/** Which editor runs a hook of Claude Code's settings, as both of them do; null: it is no editor. */
export function editorOf(fields: Json): HookClient | null {
  if (textOf(fields['cursor_version']) !== '') return 'cursor';
  if (textOf(fields['sessionId']) !== '') return 'vscode';
  // Gemini CLI tells the time, too, and calls these events otherwise; its sessions are never "new".
  const isItsEvent = ['UserPromptSubmit', 'Stop', 'PreCompact'].includes(textOf(fields['hook_event_name']));
  const isDated = textOf(fields['timestamp']) !== '';
  return isDated && (isItsEvent || fields['source'] === 'new') ? 'vscode' : null;
}

/** Whether an editor has hooks of ours in its own file: then those of Claude Code would do all of it twice. */
export function hasOwnHooks(editor: HookClient, environment: Environment): boolean {
  const { hooks } = filesOfTool(editor, environment, false);
  return hooks !== null && existsSync(hooks) && /assistant-memory'? hook /.test(readFileSync(hooks, 'utf8'));
}
