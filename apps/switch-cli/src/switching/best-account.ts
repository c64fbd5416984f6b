import { basename } from 'node:path';
import {
  accountWithMostRoom,
  activeAccount,
  roomOf,
  toolOfAccount,
  type AccountRoom,
} from '@groupless/shared-dto';
import type { AccountTool, PanelAccount } from '../panel/panel-account';
import { EXIT } from '../program/exit-codes';
import { Failure } from '../program/failure';
import { plain } from '../program/plain-text';
import type { Run } from '../program/run';
import { duration } from '../program/times';
import { PROGRAMS, productOf, toolOfTarget } from '../targets/tool-target';

/** The account with most room, and why it is that one. */
export interface Best {
  account: PanelAccount;
  lines: string[];
  facts: Record<string, unknown>;
}

/**
 * Of the accounts of one tool the one whose limits leave most room. A person asks for it: nothing switches by itself.
 * The tool is that of the target, or else of the account that was activated last.
 * @param program the name of the tool's own program, which tells too
 */
export function bestAccount(run: Run, accounts: readonly PanelAccount[], program?: string): Best {
  const nowMs = run.now().getTime();
  const ofProgram = program === undefined ? null : (PROGRAMS[basename(program)] ?? null);
  const tool = toolOfTarget(run.options.target) ?? ofProgram ?? toolOfActive(accounts);
  const compared = accounts
    .filter((account) => toolOfAccount(account) === tool && account.has_session)
    .map((account) => ({ ...account, tool: account.tool ?? null, usage: account.usage ?? null }));
  const best = accountWithMostRoom(compared, tool, nowMs);
  if (best === null) throw notReported(tool, compared.length);
  const rooms = compared.map((account) => ({ account, room: roomOf(account.usage, nowMs) }));
  const others = rooms.filter(({ account }) => account.id !== best.id);
  const shown = others.map(({ account, room }) => `${plain(account.name)}: ${described(room, nowMs)}`);
  const room = roomOf(best.usage, nowMs);
  return {
    account: best,
    lines: [
      `${plain(best.name)} has most room: ${described(room, nowMs)}.`,
      ...(shown.length === 0 ? [] : [`  ${shown.join('; ')}.`]),
    ],
    facts: {
      best: {
        tool,
        account: { id: best.id, name: best.name },
        ...factsOf(room),
        others: others.map(({ account, room: other }) => ({
          account: { id: account.id, name: account.name },
          ...factsOf(other),
        })),
      },
    },
  };
}

function toolOfActive(accounts: readonly PanelAccount[]): NonNullable<AccountTool> {
  // Of another tool nobody reports anything.
  const active = activeAccount(accounts.filter(({ tool }) => tool !== 'other'));
  return active === null ? 'claude_code' : toolOfAccount(active);
}

const NAMES: Record<string, string> = { five_hour: 'the five hours', seven_day: 'the week' };

/** Such as `3 % of the week used, which ends in 2 days`. */
function described(room: AccountRoom | null, nowMs: number): string {
  if (room === null) return 'not reported';
  const window = NAMES[room.window] ?? plain(room.window);
  if (room.resetsAt === null) return `${window} began anew since they were read`;
  const ends = window.endsWith('s') ? 'end' : 'ends';
  return `${room.usedPercent} % of ${window} used, which ${ends} in ${duration(Date.parse(room.resetsAt) - nowMs)}`;
}

function factsOf(room: AccountRoom | null): Record<string, unknown> {
  return {
    used_percent: room?.usedPercent ?? null,
    window: room?.window ?? null,
    resets_at: room?.resetsAt ?? null,
  };
}

function notReported(tool: NonNullable<AccountTool>, count: number): Failure {
  const product = productOf(tool);
  const message =
    count === 0
      ? `No account of ${product} has a session.`
      : `Nobody has reported how much of the limits of the accounts of ${product} is used.`;
  return new Failure(
    'not_reported',
    message,
    ['Have it reported from where you work: assistant-switch usage on', 'Or name the account.'],
    EXIT.nothing_to_write,
  );
}
