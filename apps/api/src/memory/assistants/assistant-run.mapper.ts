import type { AssistantBriefDto, AssistantRunDto } from '@groupless/shared-dto';
import type { Context } from '../brief/context.service';
import { BRIEF_LISTS, KIND_OF_LIST, rowsOf } from '../brief/context-rows';
import type { AssistantRun, StoredBrief } from './assistant-run.entity';

/** The most ids kept of a list: more than the rows of a brief at the start. */
const MOST_IDS = 200;

export function briefOf({ tokens, omitted, shown }: Context, at: Date): StoredBrief {
  const lists = BRIEF_LISTS.map((list) => [
    list,
    rowsOf(shown, list)
      .slice(0, MOST_IDS)
      .map(({ row }) => row.id),
  ]);
  return { at: at.toISOString(), tokens, omitted, rows: Object.fromEntries(lists) as StoredBrief['rows'] };
}

interface Described {
  project?: string | null;
  turns?: number;
  summaries: number;
  /** Ids of sessions that are not for the reader. */
  hidden: readonly number[];
}

export function toRunDto(
  { session_id, machine, written_by, project_id, started_at, seen_at, brief }: AssistantRun,
  { project = null, turns = 0, summaries, hidden }: Described,
): AssistantRunDto {
  return {
    session_id,
    machine,
    by: written_by,
    project_id,
    project,
    started_at: started_at.toISOString(),
    seen_at: seen_at.toISOString(),
    brief: brief === null ? null : toBriefDto(brief, hidden),
    turns,
    summaries,
  };
}

function toBriefDto({ rows, ...brief }: StoredBrief, hidden: readonly number[]): AssistantBriefDto {
  const recent_sessions = rows.recent_sessions?.filter((id) => !hidden.includes(id));
  const shown = { ...rows, recent_sessions };
  const counts = BRIEF_LISTS.map((list) => [KIND_OF_LIST[list], shown[list]?.length ?? 0]);
  return { ...brief, rows: Object.fromEntries(counts) as AssistantBriefDto['rows'] };
}
