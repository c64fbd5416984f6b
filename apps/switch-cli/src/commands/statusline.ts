import { usedOfWindow } from '@groupless/shared-dto';
import { plain } from '../program/plain-text';
import type { Outcome, Run } from '../program/run';
import { filesOf } from '../switching/switching';
import { readUsageState } from '../usage/usage-state';

const NAMES: Record<string, string> = { five_hour: '5h', seven_day: 'week' };

/** One short line for a prompt or a status line: by what this machine knows, without asking anybody. */
export function statusLine(run: Run): Promise<Outcome> {
  const { environment, options } = run;
  const entry = filesOf(run, options.target ?? 'claude-code').state.readEntry();
  if (entry === null)
    return Promise.resolve({ lines: [], facts: { account: null, windows: [] }, isSilent: true });
  const reading = readUsageState(environment).known[entry.account_id];
  const windows = (reading?.windows ?? []).map(({ name, used_percent, resets_at }) => ({
    name,
    used_percent: usedOfWindow({ name, used_percent, resets_at }, run.now().getTime()),
    resets_at,
  }));
  const shown = windows.map(({ name, used_percent: used }) => {
    const window = NAMES[name] ?? plain(name);
    return `${window} ${used === null ? '–' : `${Math.round(used)} %`}`;
  });
  return Promise.resolve({
    lines: [[plain(entry.account_name), ...(shown.length === 0 ? ['not reported'] : shown)].join(' · ')],
    facts: {
      account: { id: entry.account_id, name: entry.account_name },
      at: reading?.at ?? null,
      windows,
    },
  });
}
