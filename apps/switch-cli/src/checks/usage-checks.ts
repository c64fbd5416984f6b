import { existsSync } from 'node:fs';
import type { Run } from '../program/run';
import { ago } from '../program/times';
import type { Target } from '../targets/target';
import { isLineOn, scriptText } from '../usage/line-files';
import { programOf } from '../usage/tap-script';
import { readUsageState } from '../usage/usage-state';
import { ok, warning, type Check } from './check';

/** A fault is told while it may still be one. */
const FAULT_MS = 3_600_000;

/** Whether usage is reported from here, where that is switched on. */
export function usageChecks({ environment, now }: Run, target: Target): Check[] {
  if (target.kind !== 'claude-code' || !isLineOn(environment, target)) return [];
  const { node, file } = programOf(scriptText(environment, target)) ?? {};
  const gone = [node, file].find((path) => path !== undefined && !existsSync(path));
  if (gone !== undefined)
    return [warning('usage', `${gone}, by which usage is reported, is gone.`, 'assistant-switch usage on')];
  const { fault, reported } = readUsageState(environment);
  if (fault !== null && now().getTime() - Date.parse(fault.at) < FAULT_MS)
    return [warning('usage', `The last report, ${ago(fault.at, now())}, failed: ${fault.message}`)];
  const last = Object.values(reported).sort().at(-1);
  const when = last === undefined ? 'nothing was reported yet' : `the last report was ${ago(last, now())}`;
  return [ok('usage', `Usage is reported; ${when}.`)];
}
