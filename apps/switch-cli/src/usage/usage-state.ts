import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../files/credentials-file';
import type { AccountTool } from '../panel/panel-account';
import type { Environment } from '../program/environment';
import type { UsageWindow } from './reading';
import { usageFolder } from './usage-places';

/** A reading of an account's limits on this machine. */
export interface Reading {
  tool: Exclude<AccountTool, null>;
  windows: UsageWindow[];
  at: string;
}

/** A session of a tool, by its id. */
export interface SeenSession {
  /** The accounts whose session the machine had in its course. */
  accounts: string[];
  /** What it showed last. */
  windows: UsageWindow[];
  at: string;
}

/** What the reports of this machine remember. */
export interface UsageState {
  /** By account: the last reading that is surely of it. */
  known: Record<string, Reading>;
  sessions: Record<string, SeenSession>;
  /** By account: what is to be reported. */
  waiting: Record<string, Reading>;
  /** By account: when it was reported last. */
  reported: Record<string, string>;
  /** By account: how the panel calls its owner. */
  identities: Record<string, string>;
  /** How far the clock of the panel is ahead of the one of this machine. */
  ahead_ms: number;
  sent_at: string | null;
  fault: { at: string; message: string } | null;
}

const EMPTY: UsageState = {
  known: {},
  sessions: {},
  waiting: {},
  reported: {},
  identities: {},
  ahead_ms: 0,
  sent_at: null,
  fault: null,
};
const SESSION_KEPT_MS = 7 * 86_400_000;

/** A missing or broken file remembers nothing. */
export function readUsageState(environment: Environment): UsageState {
  try {
    return {
      ...EMPTY,
      ...(JSON.parse(readFileSync(fileOf(environment), 'utf8')) as Partial<UsageState>),
    };
  } catch {
    return EMPTY;
  }
}

/** Sessions of which nothing was heard for a week are forgotten. */
export function writeUsageState(environment: Environment, state: UsageState, nowMs: number): void {
  const isRecent = ({ at }: SeenSession) => Math.abs(nowMs - Date.parse(at)) < SESSION_KEPT_MS;
  const sessions = Object.fromEntries(Object.entries(state.sessions).filter(([, one]) => isRecent(one)));
  replaceFile(fileOf(environment), JSON.stringify({ ...state, sessions }));
}

function fileOf(environment: Environment): string {
  return join(usageFolder(environment), 'state.json');
}
