import { TASK_ACTIONS } from '@groupless/shared-dto';
import { Failure, KeptFailure, usageFailure } from '../../program/failure';
import type { Outcome } from '../../program/run';
import { folderProject } from '../project/folder-identities';
import { memoryApi, type MemoryRun } from '../program/memory-run';
import { isPassing, jsonOf, type MemoryApi } from '../server/memory-api';
import { certainPlace } from '../store/certain-place';
import { sendSpooled } from '../store/send-spooled';
import { sendRow } from '../store/send-entry';
import { isWaiting } from '../store/receivers';
import { spool, type RowEntry } from '../store/spool';

/** How long a task may be held up by what waits. */
const WAITING_MS = 5_000;

/** A task of this folder's project, or of a named one. Without an answer it waits on this machine, and the next hook sends it. */
export async function task(
  run: MemoryRun,
  action: string,
  text: string,
  own: { priority?: number; project?: string },
): Promise<Outcome> {
  if (!(TASK_ACTIONS as readonly string[]).includes(action))
    throw usageFailure(`task takes ${TASK_ACTIONS.join(', ')}, not "${action}".`);
  const api = memoryApi(run);
  const identity = await folderProject(run.environment, run.environment.cwd);
  await sendWaiting(run, api, 'task', identity);
  const said_at = new Date().toISOString();
  const place = await certainPlace(run.environment, run.environment.cwd);
  const body = { action, task: text, ...own, ...place };
  const entry = { kind: 'task', identity, said_at, body } as const;
  try {
    const { reply } = await sendRow(run.environment, api, entry);
    const answer = jsonOf<{ result: string }>(reply, 'result');
    return { lines: [`${run.paint.good('✓')} ${answer.result}: ${text}`], facts: { ...answer } };
  } catch (failure) {
    throw kept(failure, () => spool(run.environment, api, entry));
  }
}

/** What waits is sent first: what comes after it must not overtake it. */
export async function sendWaiting(
  { environment }: MemoryRun,
  api: MemoryApi,
  kind: RowEntry['kind'],
  identity: string,
): Promise<void> {
  if (!isWaiting(environment, api, kind, identity)) return;
  const until = performance.now() + WAITING_MS;
  await sendSpooled(environment, api, () => performance.now() < until).catch((failure: unknown) => {
    if (!(failure instanceof Failure)) throw failure;
  });
}

/** Keeps on this machine what the server could not take just now. */
export function kept(failure: unknown, keep: () => void): unknown {
  if (!(failure instanceof Failure) || !isPassing(failure)) return failure;
  keep();
  return new KeptFailure(failure);
}
