import type { StateDto } from '@groupless/shared-dto';
import type { Outcome } from '../../program/run';
import { memoryApi, type MemoryRun } from '../program/memory-run';
import { jsonOf } from '../server/memory-api';

export async function getState(run: MemoryRun, key: string): Promise<Outcome> {
  const reply = await memoryApi(run).api(`/memory/state/${encodeURIComponent(key)}`);
  const entry = jsonOf<StateDto>(reply, 'value');
  return { lines: [entry.value], facts: { ...entry } };
}

export async function setState(
  run: MemoryRun,
  key: string,
  value: string,
  category: string | undefined,
): Promise<Outcome> {
  const body = JSON.stringify({ key, value, ...(category === undefined ? {} : { category }) });
  const reply = await memoryApi(run).webhook('assistant-update-state', '', { method: 'POST', body });
  const answer = jsonOf<{ result: string }>(reply, 'result');
  return { lines: [`${run.paint.good('✓')} ${answer.result}: ${key}`], facts: { ...answer } };
}
