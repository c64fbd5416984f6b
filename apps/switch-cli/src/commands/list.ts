import { usedOfWindow } from '@groupless/shared-dto';
import type { PanelAccount } from '../panel/panel-account';
import { table } from '../program/paint';
import { plain } from '../program/plain-text';
import type { Outcome, Run } from '../program/run';
import { ago, duration } from '../program/times';
import { holderName } from '../switching/held-elsewhere';
import { filesOf, panelOf } from '../switching/switching';
import { productOf } from '../targets/tool-target';

/** The panel's accounts. */
export async function list(run: Run): Promise<Outcome> {
  const here = accountsHere(run);
  const accounts = await panelOf(run).listAccounts();
  const facts = {
    accounts: accounts.map((account) => ({ ...account, is_here: here.includes(account.id) })),
  };
  if (accounts.length === 0) return { facts, lines: ['The panel has no accounts yet.'] };
  const { paint } = run;
  const names = accounts.map(({ name }) => name);
  const hasEqualNames = new Set(names).size < names.length;
  const [header = '', ...rows] = table([
    [
      '',
      'NAME',
      'TYPE',
      'TOOL',
      'WHOSE',
      'SESSION',
      'LOGGED IN',
      'LAST USED BY',
      '5 HOURS',
      'WEEK',
      '',
      ...(hasEqualNames ? ['ID'] : []),
    ],
    ...accounts.map((account) => [
      account.is_active ? '●' : ' ',
      plain(account.name),
      plain(account.type),
      productOf(account.tool ?? null) ?? '–',
      plain(account.owner ?? '–'),
      sessionOf(account, run.now()),
      endOf(account, run.now()),
      holderOf(run, account),
      ...usageOf(account, run.now()),
      marks(account, here),
      // A name that several accounts share identifies none of them.
      ...(hasEqualNames ? [account.id] : []),
    ]),
  ]);
  const shown = rows.map((row, index) =>
    accounts[index]?.is_active ? row.replace('●', paint.good('●')) : row,
  );
  return { facts, lines: [paint.faint(header), ...shown] };
}

function accountsHere(run: Run): string[] {
  const targets = run.options.target === null ? ['claude-code', 'codex'] : [run.options.target];
  return targets.flatMap((name) => filesOf(run, name).state.readEntry()?.account_id ?? []);
}

function sessionOf({ has_session, session_updated_at }: PanelAccount, now: Date): string {
  if (!has_session) return 'none';
  return session_updated_at === null ? 'stored' : `stored ${ago(session_updated_at, now)}`;
}

/** By the refresh token. The access token lives for some hours and is renewed, so its end tells nothing. */
function endOf({ session_refresh_expires_at: end = null }: PanelAccount, now: Date): string {
  if (end === null) return '–';
  const leftMs = Date.parse(end) - now.getTime();
  return leftMs > 0 ? `for ${duration(leftMs)}` : `ended ${duration(leftMs)} ago`;
}

function holderOf(run: Run, { held_by = null }: PanelAccount): string {
  return held_by === null ? '–' : `${holderName(run, held_by)}, ${ago(held_by.since, run.now())}`;
}

const WINDOWS = ['five_hour', 'seven_day'];

/** What nobody has reported is not 0 %, and neither is a window that has been reset since. */
function usageOf({ usage = null }: PanelAccount, now: Date): string[] {
  if (usage === null) return ['not reported', ''];
  return WINDOWS.map((name) => {
    const window = usage.windows.find((one) => one.name === name);
    if (window === undefined) return '–';
    const used = usedOfWindow(window, now.getTime());
    if (used === null) return 'reset since';
    return `${Math.round(used)} %, ${duration(Date.parse(window.resets_at) - now.getTime())} left`;
  });
}

function marks({ id, is_active }: PanelAccount, here: readonly string[]): string {
  return [is_active ? 'active' : '', here.includes(id) ? 'on this machine' : '']
    .filter((text) => text !== '')
    .join(', ');
}
