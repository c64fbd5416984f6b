import type { AccountDto } from '@groupless/shared-dto';
import { Failure } from '../program/failure';
import { table } from '../program/paint';
import { plain } from '../program/plain-text';
import type { Outcome, Run } from '../program/run';
import { filesOf, panelOf } from '../switching/switching';
import { ago, expiry } from '../program/times';

/** The panel's accounts. */
export async function list(run: Run): Promise<Outcome> {
  const here = accountHere(run);
  const accounts = await panelOf(run).listAccounts();
  const facts = { accounts: accounts.map((account) => ({ ...account, is_here: account.id === here })) };
  if (accounts.length === 0) return { facts, lines: ['The panel has no accounts yet.'] };
  const { paint } = run;
  const [header = '', ...rows] = table([
    ['', 'NAME', 'TYPE', 'SESSION', ''],
    ...accounts.map((account) => [
      account.is_active ? '●' : ' ',
      plain(account.name),
      plain(account.type),
      sessionOf(account, run.now()),
      marks(account, here),
    ]),
  ]);
  const shown = rows.map((row, index) =>
    accounts[index]?.is_active ? row.replace('●', paint.good('●')) : row,
  );
  return { facts, lines: [paint.faint(header), ...shown] };
}

/** The accounts can be listed also where the target cannot be written. */
function accountHere(run: Run): string | null {
  try {
    return filesOf(run).state.readEntry()?.account_id ?? null;
  } catch (failure) {
    if (failure instanceof Failure && failure.code === 'unsupported_platform') return null;
    throw failure;
  }
}

function sessionOf({ has_session, session_updated_at, session_expires_at }: AccountDto, now: Date): string {
  if (!has_session) return 'none';
  const stored = session_updated_at === null ? 'stored' : `stored ${ago(session_updated_at, now)}`;
  const ends = expiry(session_expires_at, now);
  return ends === null ? stored : `${stored}, ${ends}`;
}

function marks({ id, is_active }: AccountDto, here: string | null): string {
  return [is_active ? 'active' : '', id === here ? 'on this machine' : '']
    .filter((text) => text !== '')
    .join(', ');
}
