import { belongsToFolder } from '../records/sessions/belongs-to-project';

/** SQL: whether a row of the index belongs to the project of that name. */
export const ofProject = (name: string) => `
  case kind
    when 'project' then exists (select from assistant_projects as p where p.id = search_documents.id and p.name = ${name})
    when 'task' then exists (
      select from assistant_tasks as t join assistant_projects as p on p.id = t.project_id
      where t.id = search_documents.id and p.name = ${name})
    when 'state' then exists (
      select from assistant_state as s join assistant_projects as p on p.id = s.project_id
      where s.id = search_documents.id and p.name = ${name})
    when 'session' then exists (
      select from assistant_sessions as s where s.id = search_documents.id and ${belongsToFolder(name)})
    when 'decision' then exists (
      select from assistant_decisions as d join assistant_projects as p on p.id = d.project_id
      where d.id = search_documents.id and p.name = ${name})
    when 'chat' then exists (
      select from chat_history as said cross join assistant_projects as p cross join project_chats(p.id) as own
      where said.id = search_documents.id and p.name = ${name} and said.chat_id = own.chat_id
        and coalesce(coalesce(said.owner_id, said.key_id) = own.key_id, true))
    else false
  end`;

/** State that belongs to no project holds for all of them. */
export const IS_STATE_OF_NONE = `kind = 'state' and exists (
  select from assistant_state as s where s.id = search_documents.id and s.project_id is null)`;
