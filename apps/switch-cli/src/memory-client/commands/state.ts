import type { StateDto } from '@groupless/shared-dto';
import { usageFailure } from '../../program/failure';
import { plain } from '../../program/plain-text';
import type { Outcome } from '../../program/run';
import { folderProject } from '../project/folder-identities';
import { findProject } from '../project/known-projects';
import { memoryApi, type MemoryRun } from '../program/memory-run';
import { jsonOf, MemoryRefusal, type MemoryApi } from '../server/memory-api';
import { certainPlace } from '../store/certain-place';
import { sendRow } from '../store/send-entry';
import { spool } from '../store/spool';
import { kept, sendWaiting } from './task';

/** Of which project an entry is; without either, of this folder's. */
export interface StateOptions {
  project?: string;
  global?: true;
  category?: string;
}

/** The entry of this folder's project, else the one that holds for all projects. */
export async function getState(run: MemoryRun, key: string, own: StateOptions): Promise<Outcome> {
  const api = memoryApi(run);
  const named = namedProject(own);
  const entry = named === undefined ? await entryOfFolder(run, api, key) : await readEntry(api, key, named);
  return { lines: [entry.value], facts: { ...entry } };
}

async function entryOfFolder({ environment }: MemoryRun, api: MemoryApi, key: string): Promise<StateDto> {
  const { project } = await findProject(environment, api, await folderProject(environment, environment.cwd));
  if (project === null) return readEntry(api, key, null);
  try {
    return await readEntry(api, key, project);
  } catch (failure) {
    if (!(failure instanceof MemoryRefusal) || failure.code !== 'not_found') throw failure;
    return readEntry(api, key, null);
  }
}

async function readEntry(api: MemoryApi, key: string, project: string | null): Promise<StateDto> {
  const query = project === null ? '' : `?project=${encodeURIComponent(project)}`;
  return jsonOf<StateDto>(await api.api(`/memory/state/${encodeURIComponent(key)}${query}`), 'value');
}

export async function setState(
  run: MemoryRun,
  key: string,
  value: string,
  own: StateOptions,
): Promise<Outcome> {
  const api = memoryApi(run);
  const { category } = own;
  const identity = await folderProject(run.environment, run.environment.cwd);
  await sendWaiting(run, api, 'state', identity);
  const said_at = new Date().toISOString();
  const place = await certainPlace(run.environment, run.environment.cwd);
  const body = { key, value, category, project: namedProject(own), ...place };
  const entry = { kind: 'state', identity, said_at, body } as const;
  const sent = await sendRow(run.environment, api, entry).catch((failure: unknown) => {
    throw kept(failure, () => spool(run.environment, api, entry));
  });
  const stored = jsonOf<{ result: string; previous_value: string | null }>(sent.reply, 'result');
  const answer = { project: sent.project, ...stored };
  const where = answer.project === null ? '' : ` of ${answer.project}`;
  const before = answer.result === 'updated' ? `, before: ${answer.previous_value ?? ''}` : '';
  return {
    lines: [`${run.paint.good('✓')} ${answer.result}: ${plain(`${key}${where}${before}`)}`],
    facts: answer,
  };
}

/** Null: no project; undefined: this folder's. */
function namedProject({ project, global }: StateOptions): string | null | undefined {
  if (global === undefined) return project;
  if (project !== undefined) throw usageFailure('state takes --project or --global, not both.');
  return null;
}
