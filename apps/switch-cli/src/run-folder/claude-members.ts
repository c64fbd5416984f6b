import { join } from 'node:path';
import { readCredentials, replaceFile } from '../files/credentials-file';
import { isJsonObject, memberText, withMember, withoutMember } from '../files/json-members';
import { isObject } from '../files/foreign-json';
import type { ToolLocks } from '../state/tool-locks';
import { refuseBrokenIdentity } from '../targets/identity-file';
import { isBlank } from '../targets/session-format';
import type { Target } from '../targets/target';

/** Of `.claude.json`: what is the user's and not the account's. */
const MEMBERS = [
  ...['hasCompletedOnboarding', 'lastOnboardingVersion', 'theme', 'editorMode', 'autoUpdates'],
  ...['bypassPermissionsModeAccepted', 'preferredNotifChannel', 'diffTool', 'verbose', 'installMethod'],
];

const SERVERS = 'mcpServers';

/** What the user has decided about a folder. */
const OF_A_PROJECT = [
  ...['allowedTools', 'mcpServers', 'mcpContextUris', 'enabledMcpjsonServers', 'disabledMcpjsonServers'],
  ...['hasTrustDialogAccepted', 'hasClaudeMdExternalIncludesApproved', 'ignorePatterns'],
  ...['hasClaudeMdExternalIncludesWarningShown', 'hasCompletedProjectOnboarding'],
];

/** Copies the user's MCP servers, decisions about folders and appearance. The owner and all else stay the account's. */
export async function writeAccountFreeMembers(user: Target, own: Target, locks: ToolLocks): Promise<void> {
  if (user.identity === undefined || own.identity === undefined) return;
  const theirs = readCredentials(user.identity.file)?.text ?? '';
  if (!isJsonObject(theirs)) return;
  await locks.hold([own.identity.lock]);
  try {
    const copy = readCredentials(own.identity.file);
    refuseBrokenIdentity(own, copy);
    const before = isBlank(copy) ? '{}' : (copy?.text ?? '{}');
    const list = join(own.folder, '.brought-along.json');
    const servers = serversOf(theirs);
    const after = withServers(merged(before, theirs), servers, namesIn(list));
    replaceFile(list, JSON.stringify({ mcpServers: Object.keys(servers) }));
    if (after !== before) replaceFile(own.identity.file, after);
  } finally {
    await locks.release(own.identity.lock.path);
  }
}

function merged(own: string, theirs: string): string {
  let text = own;
  for (const name of MEMBERS) {
    const value = memberText(theirs, name);
    if (value !== null) text = withMember(text, name, value);
  }
  const projects = projectsOf(theirs);
  if (Object.keys(projects).length === 0) return text;
  const present = projectsOf(text);
  const all = { ...present };
  for (const [path, project] of Object.entries(projects)) {
    const decisions = Object.entries(project).filter(([name]) => OF_A_PROJECT.includes(name));
    all[path] = { ...present[path], ...Object.fromEntries(decisions) };
  }
  return JSON.stringify(all) === JSON.stringify(present)
    ? text
    : withMember(text, 'projects', JSON.stringify(all));
}

/**
 * The user's servers, beside those that were added inside of `run`. One that came along before and that the user has
 * removed since goes here too.
 */
function withServers(text: string, theirs: Record<string, unknown>, before: readonly string[]): string {
  const added = Object.entries(serversOf(text)).filter(([name]) => !before.includes(name));
  const all = { ...Object.fromEntries(added), ...theirs };
  if (JSON.stringify(all) === JSON.stringify(serversOf(text))) return text;
  const isEmpty = Object.keys(all).length === 0;
  return isEmpty ? withoutMember(text, SERVERS) : withMember(text, SERVERS, JSON.stringify(all));
}

function serversOf(text: string): Record<string, unknown> {
  const servers: unknown = JSON.parse(memberText(text, SERVERS) ?? '{}');
  return isObject(servers) ? servers : {};
}

/** Which servers came along the last time. */
function namesIn(list: string): string[] {
  const text = readCredentials(list)?.text ?? '';
  const names: unknown = isJsonObject(text) ? Object.values(JSON.parse(text) as object).flat() : [];
  return Array.isArray(names) ? names.map(String) : [];
}

function projectsOf(text: string): Record<string, Record<string, unknown>> {
  const projects: unknown = JSON.parse(memberText(text, 'projects') ?? '{}');
  const entries = isObject(projects) ? Object.entries(projects) : [];
  return Object.fromEntries(
    entries.flatMap(([path, project]) => (isObject(project) ? [[path, project] as const] : [])),
  );
}
