import { usedOfWindow } from '@groupless/shared-dto';
import { plain } from '../program/plain-text';
import type { Outcome, Run } from '../program/run';
import { filesOf } from '../switching/switching';
import { TOOL_TARGETS } from '../targets/tool-target';
import { readUsageState } from '../usage/usage-state';

const NAMES: Record<string, string> = { five_hour: '5h', seven_day: 'week' };

/**
 * One short line for a prompt or a status line, of the tool that is named or of each that has an account here: by what this
 * machine knows, without asking anybody.
 */
export function statusLine(run: Run): Promise<Outcome> {
  const { target } = run.options;
  const tools = (target === null ? TOOL_TARGETS : [target]).flatMap((name) => partOf(run, name));
  return Promise.resolve({
    lines: [tools.map(lineOf).join(' | ')],
    facts: { account: null, windows: [], ...tools[0], tools },
    isSilent: tools.length === 0 && !run.options.json,
  });
}

interface ToolLine {
  target: string;
  account: { id: string; name: string };
  at: string | null;
  windows: { name: string; used_percent: number | null; resets_at: string | null }[];
}

function partOf(run: Run, target: string): ToolLine[] {
  const entry = filesOf(run, target).state.readEntry();
  if (entry === null) return [];
  const reading = readUsageState(run.environment).known[entry.account_id];
  const windows = (reading?.windows ?? []).map((window) => ({
    ...window,
    used_percent: usedOfWindow(window, run.now().getTime()),
  }));
  const account = { id: entry.account_id, name: entry.account_name };
  return [{ target, account, at: reading?.at ?? null, windows }];
}

function lineOf({ account, windows }: ToolLine): string {
  const shown = windows.map(({ name, used_percent: used }) => {
    const window = NAMES[name] ?? plain(name);
    return `${window} ${used === null ? '–' : `${Math.round(used)} %`}`;
  });
  return [plain(account.name), ...(shown.length === 0 ? ['not reported'] : shown)].join(' · ');
}
