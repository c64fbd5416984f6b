import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { machineName } from '../panel/this-machine';
import type { PanelAccount } from '../panel/panel-account';
import { EXIT, type ExitCode } from '../program/exit-codes';
import { Failure } from '../program/failure';
import type { Environment } from '../program/environment';
import type { Run } from '../program/run';
import { panelOf } from '../switching/switching';
import { booked, ofCodex, ofStatusLine } from './collect';
import { codexSession } from './codex-log';
import { takeInbox } from './inbox';
import { dueFile } from './usage-places';
import { readUsageState, writeUsageState, type UsageState } from './usage-state';

/** No machine reports more often, whatever runs on it. */
const EVERY_MS = 60_000;

/** What is refused for good: reporting it once more would change nothing. */
const REFUSED = ['unknown_identity', 'not_found', 'invalid_request', 'forbidden'];

/**
 * Books what the status lines were given, and what a hook was given. Only for who holds the lock.
 * @param hookInput what Codex hands to its hook
 */
export function bookUsage(run: Run, hookInput: string): UsageState {
  const { environment } = run;
  const nowMs = run.now().getTime();
  const codex = codexSession(hookInput);
  const readings = [
    ...takeInbox(environment, nowMs).map(ofStatusLine),
    ...(codex === null ? [] : [ofCodex(run, codex)]),
  ];
  const state = booked(run, readUsageState(environment), readings);
  writeUsageState(environment, state, nowMs);
  return state;
}

/**
 * Books what the status lines were given, and reports the figures of one account. Only for who holds the lock.
 * @returns `nothing_to_write` where nobody has to come back in a minute
 */
export async function reportUsage(run: Run): Promise<ExitCode> {
  const { environment } = run;
  const nowMs = run.now().getTime();
  const state = bookUsage(run, '');
  const waitMs = untilDue(state, nowMs);
  if (Object.keys(state.waiting).length === 0) {
    setDue(environment, nowMs + waitMs);
    return EXIT.nothing_to_write;
  }
  if (waitMs > 0) {
    setDue(environment, nowMs + waitMs);
    return EXIT.done;
  }
  setDue(environment, nowMs + EVERY_MS);
  const { after, isSent } = await sent(run, { ...state, sent_at: run.now().toISOString() });
  writeUsageState(environment, after, nowMs);
  return isSent ? EXIT.done : EXIT.nothing_to_write;
}

/** A clock that was set back must not silence a machine. */
function untilDue({ sent_at }: UsageState, nowMs: number): number {
  const leftMs = sent_at === null ? 0 : Date.parse(sent_at) + EVERY_MS - nowMs;
  return leftMs > EVERY_MS ? 0 : Math.max(0, leftMs);
}

/** Status lines start the next report once the file is older than what they were given. */
function setDue(environment: Environment, ms: number): void {
  const file = dueFile(environment);
  if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600 });
  utimesSync(file, ms / 1_000, ms / 1_000);
}

async function sent(run: Run, state: UsageState): Promise<{ after: UsageState; isSent: boolean }> {
  const account = nextToReport(state);
  const reading = state.waiting[account];
  if (reading === undefined) return { after: state, isSent: false };
  const { [account]: _, ...waiting } = state.waiting;
  let { identities, ahead_ms } = state;
  try {
    const api = panelOf(run);
    if (identities[account] === undefined) {
      ahead_ms = aheadOf((await api.probe('', { method: 'HEAD' })).headers.date ?? null, run.now());
      identities = identitiesOf(await api.listAccounts());
    }
    const identity = identities[account];
    // The session in the panel does not say whose it is, or the account is gone: there is nobody to book it on.
    if (identity === undefined) return { after: { ...state, waiting, identities }, isSent: false };
    const date = await api.reportUsage({
      tool: reading.tool,
      identity,
      machine: machineName(run.environment.variables),
      at: new Date(Date.parse(reading.at) + ahead_ms).toISOString(),
      windows: reading.windows,
    });
    ahead_ms = aheadOf(date, run.now());
    const reported = { ...state.reported, [account]: run.now().toISOString() };
    return { after: { ...state, waiting, identities, reported, ahead_ms, fault: null }, isSent: true };
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    const isRefused = REFUSED.includes(failure.code);
    // The account may have got another session meanwhile.
    const { [account]: __, ...others } = identities;
    const fault = { at: run.now().toISOString(), message: failure.message };
    const kept = isRefused ? { waiting, identities: others } : { identities };
    return { after: { ...state, ...kept, fault }, isSent: false };
  }
}

/** Of the accounts that wait, the one that was reported the longest time ago; empty: none waits. */
function nextToReport({ waiting, reported }: UsageState): string {
  const timeOf = (account: string) => reported[account] ?? '';
  const [next = ''] = Object.keys(waiting).sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1));
  return next;
}

function identitiesOf(accounts: readonly PanelAccount[]): Record<string, string> {
  return Object.fromEntries(
    accounts.flatMap(({ id, identity = null }) => (identity === null ? [] : [[id, identity] as const])),
  );
}

/** How far the panel's clock is ahead: with a clock that is wrong, later readings of other machines would count as older. */
function aheadOf(date: string | null, now: Date): number {
  const aheadMs = date === null ? NaN : Date.parse(date) - now.getTime();
  // The date has no parts of a second, and the answer took its time.
  return Number.isNaN(aheadMs) || Math.abs(aheadMs) < 5_000 ? 0 : aheadMs;
}
