import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { makeFolder } from '../files/safe-folder';
import type { Environment } from '../program/environment';
import type { ToolLocks } from '../state/tool-locks';
import type { Target } from '../targets/target';
import { writeAccountFreeMembers } from './claude-members';
import { linkInto, moveInto } from './links';
import { copySettings, settingsDefeat } from './settings-copy';

interface Kinds {
  /** Rules, memory and extensions of the user: linked where the user has them. */
  rules: readonly string[];
  /** What a session leaves behind: linked in any case, so that it stays when the folder goes. */
  transcripts: readonly string[];
  /** Of the account or of this folder alone. */
  own: readonly RegExp[];
}

const KINDS: Record<'claude-code' | 'codex', Kinds> = {
  'claude-code': {
    rules: [
      ...[
        'settings.json',
        'settings.local.json',
        'CLAUDE.md',
        'rules',
        'commands',
        'agents',
        'skills',
        'hooks',
      ],
      ...[
        'output-styles',
        'plugins',
        'keybindings.json',
        'statusline.sh',
        'workflows',
        'agent-memory',
        'scripts',
      ],
    ],
    transcripts: ['projects', 'plans', 'tasks', 'todos', 'file-history', 'history.jsonl'],
    own: [
      /^\.(claude|credentials|oauth|config|last-)/,
      /\.lock$|\.before-|\.backup|\.tmp/,
      /^(backups|cache|debug|downloads|ide|jobs|local|logs|paste-cache|security|session-env|sessions|shell-snapshots)$/,
      /^(image-cache|stats-cache.*|statsig|telemetry|usage-data|remote-settings.*|policy-limits.*|mcp-.*|chrome|daemon.*|.*\.log)$/,
    ],
  },
  codex: {
    rules: [
      'config.toml',
      'AGENTS.md',
      'AGENTS.override.md',
      'hooks.json',
      'prompts',
      'skills',
      'rules',
      'plugins',
    ],
    transcripts: ['sessions', 'archived_sessions', 'history.jsonl'],
    own: [
      /^auth\.json/,
      /\.lock$|\.before-|\.tmp/,
      /^(log|logs.*|tmp|cache|version\.json|models_cache\.json|installation_id)$/,
    ],
  },
};

/**
 * Gives the folder of `run` the user's own rules: settings with their permissions, instructions, hooks, commands,
 * skills and MCP servers. Only the session and its owner are the account's. Transcripts go where the user's are.
 * @param user where the tool would work without `run`
 * @returns what the user should know, a sentence each
 */
export async function bringAlong(
  user: Target,
  own: Target,
  { environment, locks }: { environment: Environment; locks: ToolLocks },
): Promise<string[]> {
  const { kind, folder: from } = user;
  if (kind === 'file' || resolve(from) === resolve(own.folder)) return [];
  const { rules, transcripts } = KINDS[kind];
  const notes: string[] = [];
  for (const name of rules) {
    const copy = settingsDefeat(kind, name, from);
    if (copy === null) notes.push(...linkInto(own.folder, from, name, environment));
    else notes.push(...copySettings(own.folder, from, name, copy));
  }
  for (const name of transcripts) {
    // Where the first session of all is to leave its transcript.
    const isNeeded = name === transcripts[0] || isFolder(resolve(own.folder, name));
    if (isNeeded) makeFolder(resolve(from, name));
    moveInto(resolve(own.folder, name), resolve(from, name));
    notes.push(...linkInto(own.folder, from, name, environment));
  }
  await writeAccountFreeMembers(user, own, locks);
  return [...notes, ...notTaken(kind, from)];
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function notTaken(kind: 'claude-code' | 'codex', from: string): string[] {
  const { rules, transcripts, own } = KINDS[kind];
  const known = [...rules, ...transcripts];
  const left = (existsSync(from) ? readdirSync(from) : []).filter(
    (name) => !known.includes(name) && !own.some((pattern) => pattern.test(name)),
  );
  return left.length === 0 ? [] : [`Not taken along from ${from}: ${left.join(', ')}.`];
}
