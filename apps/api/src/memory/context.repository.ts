import { Injectable } from '@nestjs/common';
import { LIMITS } from '@groupless/shared-dto';
import { MemoryStatements } from '../database/database.module';
import type { JsonText } from '../shared/http/json-text';
import { PERSON_JSON, PROJECT_JSON, SESSION_JSON, STATE_JSON, TASK_JSON } from './row-json';

/** The whole context as JSON, and how many rows each list left out past its limit. */
export interface ContextSnapshot {
  body: JsonText;
  /** Code points of the body. */
  characters: number;
  projects: number;
  state: number;
  people: number;
  pending_tasks: number;
}

const NAME_ORDER = 'sort_name(name) collate "C", id';

const list = (row: string, from: string, order: string, limit: number = LIMITS.context_rows) =>
  `(select '[' || coalesce(string_agg(row, ','), '') || ']' from
     (select ${row} as row from ${from} order by ${order} limit ${limit}) as listed)`;

/** Counts only past the limit: where nothing is left out, it costs no more than the list. */
const leftOut = (from: string) =>
  `(select count(*)::int from (select from ${from} offset ${LIMITS.context_rows}) as rest)`;

const PENDING = `assistant_tasks where status = 'pending'`;

const LOAD_CONTEXT = {
  name: 'load_context',
  text: `
    select body, char_length(body) as characters,
           ${leftOut('assistant_projects')} as projects,
           ${leftOut('assistant_state')} as state,
           ${leftOut('assistant_people')} as people,
           ${leftOut(PENDING)} as pending_tasks
    from (select '{' || concat_ws(',',
      '"projects":' || ${list(PROJECT_JSON, 'assistant_projects', `priority desc, ${NAME_ORDER}`)},
      '"recent_sessions":' ||
        ${list(SESSION_JSON, 'assistant_sessions', 'session_date desc, id desc', LIMITS.recent_sessions)},
      '"state":' || ${list(STATE_JSON, 'assistant_state', 'category collate "C", key collate "C"')},
      '"people":' || ${list(PERSON_JSON, 'assistant_people', NAME_ORDER)},
      '"pending_tasks":' || ${list(TASK_JSON, PENDING, 'priority desc, created_at, id')}
    ) || '}' as body) as context`,
};

@Injectable()
export class ContextRepository {
  constructor(private readonly memory: MemoryStatements) {}

  loadContext(): Promise<ContextSnapshot> {
    return this.memory.one<ContextSnapshot>(LOAD_CONTEXT, []);
  }
}
