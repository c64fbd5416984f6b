import type { PanelAccount } from '../panel/panel-account';
import type { StateEntry } from '../state/state-folder';
import type { FoundSession, LocalSession } from '../targets/session-format';
import type { Target } from '../targets/target';
import { isOfAnotherTool } from '../targets/tool-target';
import { isOlder } from './decision';

/**
 * The account whose session lies here, by what the panel shows of its owner: the one that has the very same tokens, or else the
 * only one of that owner.
 */
export function accountHere(
  { kind }: Target,
  local: LocalSession,
  accounts: readonly PanelAccount[],
): PanelAccount | null {
  if (local.kind !== 'session' || local.owner === null) return null;
  const ofOwner = accounts.filter(
    ({ has_session, owner, tool }) => has_session && owner === local.owner && !isOfAnotherTool(tool, kind),
  );
  const same = ofOwner.filter((account) => isStored(local, account));
  const [found, ...others] = same.length > 0 ? same : ofOwner;
  return found === undefined || others.length > 0 ? null : found;
}

/** Whether the panel has the very same tokens, by when they end: to the millisecond. */
export function isStored({ expires_ms }: FoundSession, account: PanelAccount): boolean {
  return expires_ms !== null && expiresMs(account) === expires_ms;
}

/**
 * The account of which the panel has a newer session than the one here, by its name: storing this one would put dead tokens in the
 * place of living ones. Null where that is not so, or not known.
 */
export function newerInPanel(
  why: string,
  local: LocalSession,
  account: PanelAccount | null,
  entry: StateEntry | null,
): string | null {
  if (local.kind === 'session' && account !== null && isOlderThanStored(local, account)) return account.name;
  return why === 'older' ? (entry?.account_name ?? null) : null;
}

export function isOlderThanStored(local: FoundSession, account: PanelAccount): boolean {
  return isOlder(local.expires_ms, expiresMs(account));
}

function expiresMs({ session_expires_at }: PanelAccount): number | null {
  return session_expires_at === null ? null : Date.parse(session_expires_at);
}
