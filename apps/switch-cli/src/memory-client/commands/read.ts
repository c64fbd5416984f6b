import { LIMITS, type PageDto, type SearchHitDto } from '@groupless/shared-dto';
import { Failure } from '../../program/failure';
import { plain } from '../../program/plain-text';
import type { Outcome } from '../../program/run';
import { projectToRead, rememberedName } from '../project/known-projects';
import { folderProject } from '../project/folder-identities';
import { memoryApi, type MemoryRun } from '../program/memory-run';
import { jsonOf } from '../server/memory-api';

const DEFAULT_BUDGET = 4_000;
const MOST_HITS = 20;

/** The brief of this folder's project, or of another, as the assistant gets it. */
export async function brief(run: MemoryRun, own: { project?: string; budget?: number }): Promise<Outcome> {
  const api = memoryApi(run);
  const { environment } = run;
  const identity = await folderProject(environment, environment.cwd);
  const project = own.project ?? (await projectToRead(environment, api, identity));
  const ofProject = project === null ? '' : `&project=${encodeURIComponent(project)}`;
  const query = `?budget=${own.budget ?? DEFAULT_BUDGET}${ofProject}`;
  const call = { method: 'GET', headers: { accept: 'text/markdown' } } as const;
  const { text, headers } = await api.webhook('assistant-context', query, call);
  if (headers['x-context-project'] === 'unknown')
    throw new Failure('project_not_found', `No project is called ${project}.`);
  return {
    lines: [text.trimEnd()],
    facts: {
      project,
      tokens: Number(headers['x-context-tokens'] ?? 0),
      omitted: headers['x-context-omitted'] ?? 'none',
      brief: text,
    },
  };
}

/** Of all projects; what belongs to this folder's comes first. */
export async function search(run: MemoryRun, words: string, own: { project?: string }): Promise<Outcome> {
  const q = [...words].slice(0, LIMITS.search.max).join('');
  const api = memoryApi(run);
  const { environment, paint } = run;
  const at_hand = rememberedName(environment, api.url, await folderProject(environment, environment.cwd));
  const query = new URLSearchParams({ q, limit: String(MOST_HITS) });
  if (own.project !== undefined) query.set('project', own.project);
  else if (at_hand !== null) query.set('project_at_hand', at_hand);
  const page = jsonOf<PageDto<SearchHitDto>>(await api.api(`/memory/search?${query.toString()}`), 'items');
  return {
    lines:
      page.items.length === 0
        ? ['Nothing was found.']
        : page.items.map(({ kind, id, title, excerpt, at, is_withdrawn }) => {
            const text = plain(excerpt.replaceAll(/<\/?mark>/g, ''));
            const mark = is_withdrawn ? ' (withdrawn)' : '';
            return `${paint.strong(`${kind} ${id}`)} ${at.slice(0, 10)} ${plain(title)}${mark}\n  ${unescaped(text)}`;
          }),
    facts: { hits: page.items, total: page.total },
  };
}

function unescaped(text: string): string {
  const letters = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"');
  return letters.replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}
