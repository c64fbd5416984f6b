import type { Environment } from '../program/environment';
import type { Run } from '../program/run';
import { filesOf } from '../switching/switching';
import { FOLDER_VARIABLES } from '../targets/tool-target';
import { accountThen, type Moment } from './account-then';
import type { CodexSession } from './codex-log';
import type { Received } from './inbox';
import type { UsageWindow } from './reading';
import type { Reading, SeenSession, UsageState } from './usage-state';
import { isOfAccount, laterOf } from './whose';

/** Stands for an account of which nothing is known: somebody logged in by hand. */
const NOBODY = '?';

/** A reading of a session of a tool. */
interface SessionReading extends Reading {
  session_id: string;
  folder: string | null;
  moment: Moment;
}

/** What a status line was given. */
export function ofStatusLine({ at_ms, length_ms, ...received }: Received): SessionReading {
  const began_ms = length_ms === null ? null : at_ms - length_ms;
  return {
    tool: 'claude_code',
    session_id: received.session_id,
    folder: received.config_folder,
    windows: received.windows,
    at: new Date(at_ms).toISOString(),
    moment: { account: received.account, identity: received.identity, began_ms, at_ms },
  };
}

/** What the log of a session of Codex says. Codex keeps its own session from its start to its end. */
export function ofCodex(
  run: Run,
  { session_id, at, began_at, account_id, windows }: CodexSession,
): SessionReading {
  const files = filesOf(run, 'codex');
  const local = files.read();
  return {
    tool: 'codex',
    session_id,
    folder: run.environment.variables[FOLDER_VARIABLES.codex] ?? null,
    windows,
    at,
    moment: {
      account: files.state.readEntry()?.account_id ?? null,
      identity: account_id ?? (local.kind === 'session' ? local.identity : null),
      began_ms: Date.parse(began_at),
      // Whatever was switched until now: whose session it was at the time of the figure is not known.
      at_ms: run.now().getTime(),
    },
  };
}

/** Books the readings, in their order, on the accounts that they are surely of. */
export function booked(run: Run, state: UsageState, readings: readonly SessionReading[]): UsageState {
  let { known, sessions, waiting } = state;
  for (const { session_id, folder, moment, ...reading } of readings) {
    const target = reading.tool === 'codex' ? 'codex' : 'claude-code';
    const files = filesOf(inFolder(run, FOLDER_VARIABLES[target], folder), target);
    const isUnclear = isShownBefore(reading, sessions[session_id]);
    const then = accountThen(files, isUnclear ? { ...moment, began_ms: null } : moment, run.environment);
    const account = then?.account ?? NOBODY;
    const before = [...(sessions[session_id]?.accounts ?? []), ...(then?.before ?? [])];
    const accounts = [...new Set([...before, account])];
    const shown = sessions[session_id]?.windows ?? [];
    sessions = { ...sessions, [session_id]: { accounts, windows: reading.windows, at: reading.at } };
    if (then === null || reading.windows.length === 0) continue;
    const seen = { account, before, windows: reading.windows, at: reading.at };
    if (!isOfAccount(seen, (other) => known[other]?.windows ?? [])) continue;
    // What an idle session shows again is no news: another one may have read a later figure.
    const present = known[account]?.windows ?? [];
    const later = { ...reading, windows: laterOf(reading, present) };
    if (isSame(shown, reading) || isSame(present, later)) continue;
    known = { ...known, [account]: later };
    waiting = { ...waiting, [account]: later };
  }
  return { ...state, known, sessions, waiting };
}

/**
 * Whether the figures may be older than the session. A program that was just started shows none before its first answer;
 * one in which somebody began a new session (`/clear`) may go on showing those of the session before.
 */
function isShownBefore({ tool, windows }: Reading, session: SeenSession | undefined): boolean {
  return tool === 'claude_code' && session === undefined && windows.length > 0;
}

function isSame(shown: readonly UsageWindow[], { windows }: Reading): boolean {
  return JSON.stringify(shown) === JSON.stringify(windows);
}

function inFolder(run: Run, variable: string, folder: string | null): Run {
  const variables: Environment['variables'] = {
    ...run.environment.variables,
    [variable]: folder ?? undefined,
  };
  return { ...run, environment: { ...run.environment, variables } };
}
