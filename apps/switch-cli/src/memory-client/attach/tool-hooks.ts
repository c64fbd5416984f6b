import type { HookEntry } from '../../installer/hook-entries';
import type { HookClient } from '../hooks/hook-client';
import { shellWord } from '../../program/shell-word';
import type { Tool } from './tools';

/** A hook, by what it is called on our command line. */
interface OwnHook extends Omit<HookEntry, 'command'> {
  own: string;
}

const hook = (event: string, own: string, timeout: number, more: Partial<HookEntry> = {}): OwnHook => ({
  event,
  own,
  timeout,
  ...more,
});

/** Without a time limit where documents do not agree about its unit: no hook of ours takes longer than three seconds. */
const editorHook = (client: HookClient, event: string, own: string, timeout?: number): OwnHook => ({
  event,
  own: `${own} --client ${client}`,
  isFlat: true,
  ...(timeout === undefined ? {} : { timeout }),
});

/**
 * No hook runs at a plain start: the one of the first request brings the brief, too, so that the assistant waits for one process.
 * Codex runs no hook in the background, and stops one at the end of a session after 3 seconds.
 * Gemini CLI compares the matcher of a start as it is. Others: no hooks of ours.
 */
const HOOKS: Partial<Record<Tool, readonly OwnHook[]>> = {
  'claude-code': [
    hook('SessionStart', 'session-start', 4, { matcher: 'resume|clear|compact|fork' }),
    hook('UserPromptSubmit', 'recall --with-brief', 4),
    // The first before Claude Code can end; the second sends in the background.
    hook('Stop', 'turn-end', 5),
    hook('Stop', 'checkpoint', 20, { isAsync: true }),
    hook('PreCompact', 'checkpoint', 10),
    // Not in the background: `claude -p` ends right after it, and its background hooks with it.
    hook('PostCompact', 'compact-summary', 4),
    hook('SessionEnd', 'session-end', 10),
  ],
  codex: [
    hook('SessionStart', 'session-start', 4, { matcher: 'resume|clear|compact|fork' }),
    hook('UserPromptSubmit', 'recall --with-brief', 4),
    hook('Stop', 'turn-end', 4),
    hook('PreCompact', 'checkpoint', 4),
    hook('PostCompact', 'compact-summary', 4),
    hook('SessionEnd', 'session-end', 3),
  ],
  gemini: [
    // Not "clear": there it takes no context from a hook, and the next request is the first of another session.
    hook('SessionStart', 'session-start', 4_000, { matcher: 'resume' }),
    hook('BeforeAgent', 'recall --with-brief', 4_000),
    hook('AfterAgent', 'turn-end', 4_000),
    // Not PreCompress: Gemini CLI runs it before each call of the model, whether it compresses or not, and waits for it.
    hook('SessionEnd', 'session-end', 4_000),
  ],
  // It takes context at the start of a conversation alone, and tells each answer.
  cursor: [
    editorHook('cursor', 'sessionStart', 'session-start'),
    editorHook('cursor', 'beforeSubmitPrompt', 'request'),
    editorHook('cursor', 'afterAgentResponse', 'turn-end'),
    editorHook('cursor', 'stop', 'checkpoint'),
    editorHook('cursor', 'sessionEnd', 'session-end'),
  ],
  // Likewise; its answers are in a transcript, and nothing tells that a conversation ends.
  vscode: [
    editorHook('vscode', 'SessionStart', 'session-start', 4),
    editorHook('vscode', 'UserPromptSubmit', 'request', 4),
    editorHook('vscode', 'PreCompact', 'checkpoint', 4),
    editorHook('vscode', 'Stop', 'turn-end', 4),
  ],
};

/** @param launcher what starts the program */
export function hooksOf(tool: Tool, launcher: string): HookEntry[] {
  const word = shellWord(launcher);
  return (HOOKS[tool] ?? []).map(({ own, ...entry }) => ({ ...entry, command: `${word} hook ${own}` }));
}

/** What a tool gets whose sessions no hook of ours sees. */
const WITHOUT_HOOKS =
  'It has no hooks of ours: no brief and no reminders by themselves, and no session is stored unless the assistant calls save_summary.';

/** Why a tool has no hooks of ours in some files; empty: nothing is to be said. */
export function withoutHooksOf(tool: Tool, { hooks }: { hooks?: unknown }): string {
  if (hooks !== undefined && hooks !== null) return '';
  return HOOKS[tool] === undefined
    ? WITHOUT_HOOKS
    : `Its hooks are attached for all folders at once: assistant-memory attach ${tool}`;
}

export function isMemoryHook(command: string): boolean {
  return /(^|[/\\\s])assistant-memory(\.cjs)?["']?\s+hook\s/.test(command);
}
