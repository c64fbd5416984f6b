import { belongsToFolder } from '../records/sessions/belongs-to-project';

/** SQL: whether the row of this table for which a row of the index stands belongs to the project of that name, or above or below it. */
const isOwned = (table: string, name: string) => `(
      select owned.project_id = any ((select related_projects(${name}))::bigint[]) from ${table} as owned
      where owned.id = search_documents.id) is true`;

/**
 * SQL: whether a row of the index belongs to the project of that name, or to one whose folder is above or below its own. Each row is
 * looked up: for `exists` PostgreSQL may read the whole table first.
 */
export const ofProject = (name: string) => `
  case kind
    when 'project' then (select p.name = ${name} from assistant_projects as p where p.id = search_documents.id) is true
    when 'task' then ${isOwned('assistant_tasks', name)}
    when 'state' then ${isOwned('assistant_state', name)}
    when 'decision' then ${isOwned('assistant_decisions', name)}
    when 'session' then (
      select ${belongsToFolder(name)} from assistant_sessions as s where s.id = search_documents.id) is true
    when 'chat' then (
      select true from chat_history as said cross join assistant_projects as p cross join project_chats(p.id) as own
      where said.id = search_documents.id and p.name = ${name} and said.chat_id = own.chat_id
        and coalesce(coalesce(said.owner_id, said.key_id) = own.key_id, true)
      limit 1) is true
    else false
  end`;

/** State that belongs to no project holds for all of them. */
export const IS_STATE_OF_NONE = `kind = 'state' and (
  select s.project_id is null from assistant_state as s where s.id = search_documents.id) is true`;
