import { memberOf } from '@groupless/shared-dto/session-documents';
import { isJsonObject } from '../files/json-members';
import type { AccountTool } from '../panel/panel-account';
import type { Target } from './target';

const TARGETS = { claude_code: 'claude-code', codex: 'codex' } as const;
/** The targets that have a name. */
export const TOOL_TARGETS = ['claude-code', 'codex'] as const;
/** The variable that tells a tool where its configuration folder is. */
export const FOLDER_VARIABLES = { 'claude-code': 'CLAUDE_CONFIG_DIR', codex: 'CODEX_HOME' } as const;

/** The programs of the tools. */
export const PROGRAMS: Record<string, NonNullable<AccountTool>> = { claude: 'claude_code', codex: 'codex' };

const PRODUCTS = { claude_code: 'Claude Code', codex: 'Codex', other: 'another tool' } as const;

/** The names of the tools, for messages. */
export function productOf(tool: Exclude<AccountTool, null>): string;
export function productOf(tool: AccountTool): string | null;
export function productOf(tool: AccountTool): string | null {
  return tool === null ? null : PRODUCTS[tool];
}

/** The target that an account's sessions belong to; null where only a path is possible. */
export function targetNameOf(tool: AccountTool | undefined): 'claude-code' | 'codex' | null {
  return tool === 'other' ? null : TARGETS[tool ?? 'claude_code'];
}

/** Whose active account a target takes; null for a path, which takes that of any tool. */
export function toolOfTarget(target: string | null): AccountTool {
  if (target === TARGETS.claude_code) return 'claude_code';
  return target === TARGETS.codex ? 'codex' : null;
}

/** Whether a session of the tool does not belong into the target. A path takes any; an unknown tool fits everywhere. */
export function isOfAnotherTool(tool: AccountTool | undefined, kind: Target['kind']): boolean {
  const isKnown = tool !== undefined && tool !== null;
  return kind !== 'file' && isKnown && targetNameOf(tool) !== kind;
}

/** Guesses the tool of a session from its members. */
export function toolOf(document: string): Exclude<AccountTool, null> {
  const parsed: unknown = isJsonObject(document) ? JSON.parse(document) : null;
  if (memberOf(parsed, 'claudeAiOauth') !== undefined) return 'claude_code';
  const isCodex = ['tokens', 'OPENAI_API_KEY'].some((name) => memberOf(parsed, name) !== undefined);
  return isCodex ? 'codex' : 'other';
}
