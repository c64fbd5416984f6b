import { activeAccount } from '@groupless/shared-dto';
import { productOf, targetNameOf } from '../targets/tool-target';
import { EXIT } from '../program/exit-codes';
import { Failure } from '../program/failure';
import type { PanelApi } from '../panel/panel-api';
import { permissions, SCOPES } from '../panel/permissions';
import { plain } from '../program/plain-text';
import { duration } from '../program/times';
import type { Run } from '../program/run';
import type { AccountTool, PanelAccount } from '../panel/panel-account';
import { wayWithoutSession } from '../switching/find-account';
import { toolsWithSession } from '../switching/target-option';
import { error, nextOfFailure, ok, warning, type Check } from './check';

const TOLERATED_SKEW_MS = 30_000;

export interface PanelReport {
  checks: Check[];
  /** Null where the key may not list them, or the panel cannot be asked. */
  accounts: PanelAccount[] | null;
}

/** Whether the panel answers, its clock agrees, and the key opens what is needed. */
export async function panelChecks(api: PanelApi, url: string, { now }: Run): Promise<PanelReport> {
  const checks: Check[] = [];
  let accounts: PanelAccount[] | null = null;
  try {
    const { headers } = await api.probe('', { method: 'HEAD' });
    checks.push(ok('panel', `${url} answers.`), clockCheck(headers.date ?? null, now()));
    const allowed = await permissions(api);
    const missing = SCOPES.filter((scope) => !allowed[scope]);
    checks.push(...missing.map((scope) => keyCheck(scope)));
    if (missing.length === 0) checks.push(ok('key', 'The key may do all that is needed.'));
    if (allowed['account:activate']) accounts = await api.listAccounts();
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    const name = failure.exit_code === EXIT.not_authorised ? 'key' : 'panel';
    checks.push(error(name, failure.message, nextOfFailure(failure), failure.exit_code));
  }
  return { checks, accounts };
}

const NEEDED_FOR: Record<(typeof SCOPES)[number], string> = {
  'session:read': 'sync, use and run',
  'account:activate': 'list, use, run, capture and status',
  'session:write': 'capture, and for a switch away from a session that was renewed here',
};

function keyCheck(scope: (typeof SCOPES)[number]): Check {
  const advice = 'Make a key with it in the panel: settings, keys.';
  const message = `This key lacks the scope ${scope}, needed for ${NEEDED_FOR[scope]}.`;
  return scope === 'session:read'
    ? error('key', message, advice, EXIT.not_authorised)
    : warning('key', message, advice);
}

/** A session's expiry is compared with this machine's clock, by the assistant too. */
function clockCheck(date: string | null, now: Date): Check {
  const skewMs = date === null ? NaN : now.getTime() - Date.parse(date);
  if (Number.isNaN(skewMs)) return warning('clock', "The panel's answer has no date to compare with.");
  if (Math.abs(skewMs) <= TOLERATED_SKEW_MS)
    return ok('clock', "This machine's clock agrees with the panel's.");
  const direction = skewMs > 0 ? 'ahead of' : 'behind';
  return warning(
    'clock',
    `This machine's clock is ${duration(skewMs)} ${direction} the panel's.`,
    'Let both set their clocks from the network.',
  );
}

/** What the active account is like. Access tokens live for hours and are renewed, so their expiry is no fault. */
export function accountCheck(run: Run, tool: AccountTool, accounts: readonly PanelAccount[]): Check {
  const active = activeAccount(accounts, tool);
  if (active === null) {
    const of = tool === null ? '' : ` of ${productOf(tool)}`;
    return warning('account', `No account${of} is active.`, 'assistant-switch use <account>');
  }
  const name = plain(active.name);
  if (!active.has_session) {
    const isHere = toolsWithSession(run).some((target) => target === targetNameOf(active.tool));
    const way = wayWithoutSession(active, accounts, isHere);
    return warning('account', `${name} is active and has no session.`, way);
  }
  return ok('account', `${name} is active.`);
}
