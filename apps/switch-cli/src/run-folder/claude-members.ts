import { readCredentials, replaceFile } from '../files/credentials-file';
import { isJsonObject, memberText, withMember, withoutMember } from '../files/json-members';
import { isObject } from '../installer/json-edits';
import type { ToolLocks } from '../state/tool-locks';
import { refuseBrokenIdentity } from '../targets/identity-file';
import { isBlank } from '../targets/session-format';
import type { Target } from '../targets/target';

/** Of `.claude.json`: what is the user's and not the account's. */
const MEMBERS = [
  ...['mcpServers', 'hasCompletedOnboarding', 'lastOnboardingVersion', 'theme', 'editorMode', 'autoUpdates'],
  ...['bypassPermissionsModeAccepted', 'preferredNotifChannel', 'diffTool', 'verbose', 'installMethod'],
];

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
    const after = merged(before, theirs);
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
    else if (name === 'mcpServers') text = withoutMember(text, name);
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

function projectsOf(text: string): Record<string, Record<string, unknown>> {
  const projects: unknown = JSON.parse(memberText(text, 'projects') ?? '{}');
  const entries = isObject(projects) ? Object.entries(projects) : [];
  return Object.fromEntries(
    entries.flatMap(([path, project]) => (isObject(project) ? [[path, project] as const] : [])),
  );
}
