import { usageFailure } from '../../program/failure';

/** The assistants that `attach` knows. Those with hooks of ours come first. */
export const TOOLS = [
  'claude-code',
  'codex',
  'gemini',
  'cursor',
  'vscode',
  'windsurf',
  'zed',
  'opencode',
  'goose',
  'antigravity',
] as const;
export type Tool = (typeof TOOLS)[number];

/** What `attach` writes: hooks, the MCP server and instructions, where the tool has them. */
export const PARTS = ['hooks', 'server', 'instructions'] as const;
export type Part = (typeof PARTS)[number];

/** What a file has of ours; `older`: as an earlier version wrote it, which `attach` replaces. */
export type PartState = 'there' | 'older' | 'missing';

export function toolOf(wanted: string): Tool {
  const tool = TOOLS.find((name) => name === wanted);
  if (tool !== undefined) return tool;
  throw usageFailure(`"${wanted}" cannot be attached.`, `There are: ${TOOLS.join(', ')}.`);
}
