import {
  roomOf,
  toolOfAccount,
  type AccountTool,
  type ActiveAccountDto,
  type AttentionKind,
  type ChatAgentSettingsDto,
  type DashboardDto,
} from '@groupless/shared-dto';
import { sessionExpiry } from '../../ui/formats/expiry';
import { levelOf } from '../../ui/usage/usage-windows';
import type { Place } from '../../ui/charts/statistic-card';
import { pendingSince, PLACES, withoutOutcome } from '../places';

/** Something that somebody should look after. */
export interface AttentionItem {
  kind:
    | AttentionKind
    | 'undelivered'
    | 'many_numbers'
    | 'pending'
    | 'without_outcome'
    | 'agent_silent'
    | 'session_missing'
    | 'session_expired'
    | 'session_expiring'
    | 'usage_high'
    | 'usage_full'
    | 'unnamed_resource';
  place: Place;
  /** Of what is counted. */
  count?: number;
  /** Of phone numbers. */
  numbers?: number;
  /** Since or until when. */
  at?: string;
  /** Of the account or the conversation. */
  name?: string;
  /** What the newest failure said. */
  reason?: string;
  /** Of the account, where several tools have an active one. */
  tool?: AccountTool;
  /** What is used of a limit of the account. */
  used?: { window: string; percent: number };
  /** Tells two of one kind apart. */
  id?: string;
}

const SILENT_MS = 5 * 60_000;

/** What needs attention, the most pressing first. By the server's clock: that of the browser may be wrong. */
export function attentionOf(dashboard: DashboardDto): AttentionItem[] {
  const nowMs = Date.parse(dashboard.generated_at);
  return [
    ...undeliveredItems(dashboard),
    ...sharedItems(dashboard),
    ...failingItems(dashboard),
    ...agentItems(dashboard, nowMs),
    ...accountItems(dashboard, nowMs),
    ...pendingItems(dashboard),
    ...outcomeItems(dashboard),
  ];
}

/** A resource that nobody has named, beside others: bookings for anyone leave it out. */
export function unnamedItems(
  settings: Pick<ChatAgentSettingsDto, 'resources' | 'unnamed_resource'> | null,
): AttentionItem[] {
  const name = settings?.unnamed_resource ?? null;
  if (settings === null || name === null || settings.resources.length < 2) return [];
  return [{ kind: 'unnamed_resource', name, place: PLACES.resources }];
}

/** Whether somebody has used the account. */
export function isTouched({ has_session, usage }: ActiveAccountDto): boolean {
  return has_session || usage !== null;
}

function agentItems({ conversations }: DashboardDto, nowMs: number): AttentionItem[] {
  const at = conversations.agent_last_seen_at;
  // Whoever has no agent needs none; connecting one is a first step.
  if (at === null) return [];
  const isSilent = nowMs - Date.parse(at) > SILENT_MS;
  return isSilent ? [{ kind: 'agent_silent', at, place: PLACES.chat_agent }] : [];
}

/** Replies that have not reached their customers, by the conversation. */
function undeliveredItems({ conversations }: DashboardDto): AttentionItem[] {
  return conversations.undelivered.map(({ conversation_id: id, name, since: at }) => ({
    ...{ kind: 'undelivered', id, name, at },
    place: { path: `/conversations/${id}` },
  }));
}

/** Chats of many numbers: several customers may share one, and then each hears what the team writes to another. */
function sharedItems({ conversations }: DashboardDto): AttentionItem[] {
  // A server of an older version, during an update, does not find them.
  return (conversations.many_numbers ?? []).map(({ conversation_id: id, name, numbers, since: at }) => ({
    ...{ kind: 'many_numbers', id: `many_numbers ${id}`, name, numbers, at },
    place: { path: `/conversations/${id}` },
  }));
}

/** What fails in the background, and what begins soon and is not confirmed. */
function failingItems({ attention }: DashboardDto): AttentionItem[] {
  // A server of an older version, during an update, does not tell.
  return (attention ?? []).map(({ kind, count, since: at, link, reason }) => {
    const { pathname: path, searchParams, hash } = new URL(link, 'http://panel');
    const place = {
      path,
      query: Object.fromEntries(searchParams),
      ...(hash && { fragment: hash.slice(1) }),
    };
    return { kind, count, at, place, ...(reason ? { reason } : {}) };
  });
}

/** Of each active account: whether its session serves, and whether its limits leave room. */
function accountItems({ active_accounts: accounts }: DashboardDto, nowMs: number): AttentionItem[] {
  // Those of a new installation mean nothing to whoever has never used one.
  if (!accounts.some(isTouched)) return [];
  const items = accounts.flatMap((account): AttentionItem[] => {
    const { id, name } = account;
    const tool = accounts.length > 1 ? { tool: toolOfAccount(account) } : {};
    const found = [...sessionItems(account, nowMs), ...usageItems(account, nowMs)];
    return found.map((item) => ({
      ...item,
      ...tool,
      name,
      id: `${item.kind} ${id}`,
      place: PLACES.accounts,
    }));
  });
  // A session that does not serve first, then the fullest.
  return items.toSorted((a, b) => (b.used?.percent ?? 101) - (a.used?.percent ?? 101));
}

function sessionItems(account: ActiveAccountDto, nowMs: number): Pick<AttentionItem, 'kind' | 'at'>[] {
  const { has_session, session_expires_at: at } = account;
  if (!has_session) return [{ kind: 'session_missing' }];
  const expiry = sessionExpiry(account, nowMs);
  return at === null || expiry === 'valid' ? [] : [{ kind: `session_${expiry}`, at }];
}

function usageItems(
  { usage }: ActiveAccountDto,
  nowMs: number,
): Pick<AttentionItem, 'kind' | 'at' | 'used'>[] {
  const room = roomOf(usage, nowMs);
  const at = room?.resetsAt ?? null;
  if (room === null || at === null) return [];
  const level = levelOf(room.usedPercent);
  const used = { window: room.window, percent: room.usedPercent };
  return level === 'low' ? [] : [{ kind: `usage_${level}`, at, used }];
}

function pendingItems({ appointments, generated_at }: DashboardDto): AttentionItem[] {
  const count = appointments.pending_over_24h;
  return count > 0 ? [{ kind: 'pending', count, place: pendingSince(generated_at) }] : [];
}

/** Somebody came or did not: until that is said, nobody can count on it. */
function outcomeItems({ appointments, generated_at }: DashboardDto): AttentionItem[] {
  // A server of an older version, during an update, does not count them.
  const count = appointments.without_outcome ?? 0;
  return count > 0 ? [{ kind: 'without_outcome', count, place: withoutOutcome(generated_at) }] : [];
}
