import type { StateDto } from '@groupless/shared-dto';
import type { Outcome } from '../../program/run';
import { memoryApi, type MemoryRun } from '../program/memory-run';

export async function getState(run: MemoryRun, key: string): Promise<Outcome> {
  const { text } = await memoryApi(run).api(`/memory/state/${encodeURIComponent(key)}`);
  const entry = JSON.parse(text) as StateDto;
  return { lines: [entry.value], facts: { ...entry } };
}

export async function setState(
  run: MemoryRun,
  key: string,
  value: string,
  category: string | undefined,
): Promise<Outcome> {
  const body = JSON.stringify({ key, value, ...(category === undefined ? {} : { category }) });
  const { text } = await memoryApi(run).webhook('assistant-update-state', '', { method: 'POST', body });
  const answer = JSON.parse(text) as { result: string };
  return { lines: [`${run.paint.good('✓')} ${answer.result}: ${key}`], facts: { ...answer } };
}
