import type { PageDto, ProjectDto } from '@groupless/shared-dto';
import { Failure } from '../../program/failure';
import type { Outcome } from '../../program/run';
import { plain } from '../../program/plain-text';
import { folderProject } from '../project/folder-identities';
import { renewProject } from '../project/known-projects';
import { memoryApi, type MemoryRun } from '../program/memory-run';
import { jsonOf, type MemoryApi } from '../server/memory-api';

/** Moves all that a project has into another. The panel takes it back for 30 days. */
export async function mergeProjects(run: MemoryRun, name: string, own: { into: string }): Promise<Outcome> {
  const api = memoryApi(run);
  const [gone, stays] = [await idOf(api, name), await idOf(api, own.into)];
  const call = { method: 'POST', body: JSON.stringify({ into: stays }) } as const;
  const into = jsonOf<ProjectDto>(await api.api(`/memory/projects/${gone}/merge`, call), 'name');
  const line = `${run.paint.good('✓')} ${name} is part of ${into.name} now. To take it back: POST /api/memory/projects/${gone}/merge/undo`;
  return { lines: [line], facts: { merged: name, into: into.name } };
}

/** Shows a private project to everybody: a named one, or that of the folder, which is asked for anew since it has another name then. */
export async function shareProject(run: MemoryRun, name: string | undefined): Promise<Outcome> {
  const api = memoryApi(run);
  const { environment } = run;
  const folder = await folderProject(environment, environment.cwd);
  const id = await idOf(api, name ?? (await renewProject(environment, api, folder)));
  const project = jsonOf<ProjectDto>(
    await api.api(`/memory/projects/${id}/share`, { method: 'POST' }),
    'name',
  );
  await renewProject(environment, api, folder);
  const line = `${run.paint.good('✓')} ${plain(project.name)} is seen by everybody who reads the memory now.`;
  return { lines: [line], facts: { shared: project.name } };
}

async function idOf(api: MemoryApi, name: string): Promise<number> {
  let cursor: string | null = null;
  do {
    const query = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: PageDto<ProjectDto> = jsonOf(await api.api(`/memory/projects?limit=200${query}`), 'items');
    const found = page.items.find((one) => one.name === name);
    if (found !== undefined) return found.id;
    cursor = page.next_cursor;
  } while (cursor !== null);
  throw new Failure('project_not_found', `No project is called ${name}.`);
}
