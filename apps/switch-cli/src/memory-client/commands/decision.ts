import type { DecisionDto, PatchDecisionDto, PatchTaskDto, TaskDto } from '@groupless/shared-dto';
import { usageFailure } from '../../program/failure';
import { plain } from '../../program/plain-text';
import type { Outcome } from '../../program/run';
import { folderProject } from '../project/folder-identities';
import { withProject } from '../project/known-projects';
import { memoryApi, type MemoryRun } from '../program/memory-run';
import { jsonOf } from '../server/memory-api';
import { certainPlace, PLACE_FIELDS } from '../store/certain-place';
import { sendKnown } from '../store/send-entry';

/** Says what was decided for this folder's project, or for a named one. */
export async function addDecision(run: MemoryRun, text: string, own: { project?: string }): Promise<Outcome> {
  const api = memoryApi(run);
  const { environment } = run;
  const place = await certainPlace(environment, environment.cwd);
  const send = async (project: string) => {
    const reply = await sendKnown({ text, project, ...place }, PLACE_FIELDS, (sent) =>
      api.api('/memory/decisions', { method: 'POST', body: JSON.stringify(sent) }),
    );
    return jsonOf<DecisionDto>(reply, 'id');
  };
  const decision = await (own.project === undefined
    ? withProject(environment, api, await folderProject(environment, environment.cwd), send)
    : send(own.project));
  return done(run, `decided for ${decision.project ?? ''}`, decision.id, decision.text, { ...decision });
}

export async function editDecision(run: MemoryRun, id: string, text: string): Promise<Outcome> {
  return changeDecision(run, 'worded anew', id, { text });
}

export function withdrawDecision(run: MemoryRun, id: string): Promise<Outcome> {
  return changeDecision(run, 'withdrawn', id, { withdrawn_at: new Date().toISOString() });
}

export async function editTask(run: MemoryRun, id: string, text: string): Promise<Outcome> {
  const body = JSON.stringify({ task: text } satisfies PatchTaskDto);
  const path = `/memory/tasks/${rowId(id)}`;
  const task = jsonOf<TaskDto>(await memoryApi(run).api(path, { method: 'PATCH', body }), 'id');
  return done(run, 'worded anew', task.id, task.task, { ...task });
}

async function changeDecision(
  run: MemoryRun,
  what: string,
  id: string,
  patch: PatchDecisionDto,
): Promise<Outcome> {
  const path = `/memory/decisions/${rowId(id)}`;
  const call = { method: 'PATCH', body: JSON.stringify(patch) } as const;
  const decision = jsonOf<DecisionDto>(await memoryApi(run).api(path, call), 'id');
  return done(run, what, decision.id, decision.text, { ...decision });
}

function done(
  { paint }: MemoryRun,
  what: string,
  id: number,
  text: string,
  facts: Record<string, unknown>,
): Outcome {
  return { lines: [`${paint.good('✓')} ${plain(`${what}: #${id} ${text}`)}`], facts };
}

/** As the brief and the search print it: `#12` or `12`. */
function rowId(text: string): string {
  const [, id] = /^#?([1-9]\d{0,14})$/.exec(text) ?? [];
  if (id === undefined)
    throw usageFailure('The id is the number of the row, as the brief and search print it.');
  return id;
}
