/** A project by its name, and the column of `RELATED` with those whose folder is above or below its own. */
interface AskedProject {
  name: string;
  related: string;
}

/** The project that is searched, and the one at hand. */
export const SEARCHED: AskedProject = { name: '$12', related: 'to_searched' };
export const AT_HAND: AskedProject = { name: '$16', related: 'to_hand' };

/** SQL: asks once a search, whatever the kinds. */
export const RELATED = `
    related as materialized (
      select ${[SEARCHED, AT_HAND].map(({ name, related }) => `related_projects(${name}) as ${related}`).join(', ')}
    )`;

/** SQL: whether the row of this table for which a row of the index stands belongs to one of these projects. */
const isOwned = (table: string, related: string) => `(
      select owned.project_id = any ((select ${related} from related)::bigint[]) from ${table} as owned
      where owned.id = search_documents.id) is true`;

/**
 * SQL: whether a row of the index belongs to a project, or to one whose folder is above or below its own. Each row is looked up: for
 * `exists` PostgreSQL may read the whole table first.
 */
export const ofProject = ({ name, related }: AskedProject) => `
  case kind
    when 'project' then (select p.name = ${name} from assistant_projects as p where p.id = search_documents.id) is true
    when 'task' then ${isOwned('assistant_tasks', related)}
    when 'state' then ${isOwned('assistant_state', related)}
    when 'decision' then ${isOwned('assistant_decisions', related)}
    when 'session' then (
      select projects ?| (select ${related} from related) from assistant_sessions as s where s.id = search_documents.id) is true
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

/** SQL: the newest messages in the chats of the searched project. */
export const messagesOfSearched = (most: number, condition = 'true') => `
      select 'chat' as kind, said.id
      from assistant_projects as p cross join project_chats(p.id) as own join chat_history as said using (chat_id)
      where 'chat' = any ($4::text[]) and p.name = ${SEARCHED.name} and ${condition}
        and coalesce(coalesce(said.owner_id, said.key_id) = own.key_id, true)
      order by said.timestamp desc, said.id desc limit ${most}`;

/** SQL: the rows of the searched project, and of those whose folder is above or below its own: of each kind the newest. */
export const rowsOfSearched = (most: number) => {
  const related = `(select ${SEARCHED.related} from related)`;
  const of = (kind: string, table: string, isOwn: string) =>
    `(select '${kind}' as kind, id from ${table} where '${kind}' = any ($4::text[]) and ${isOwn} order by id desc limit ${most})`;
  const isOf = `project_id = any (${related}::bigint[])`;
  return [
    of('project', 'assistant_projects', `name = ${SEARCHED.name}`),
    of('task', 'assistant_tasks', isOf),
    of('state', 'assistant_state', `(project_id is null or ${isOf})`),
    of('decision', 'assistant_decisions', isOf),
    of('session', 'assistant_sessions', `projects ?| ${related}`),
    `(${messagesOfSearched(most)})`,
  ].join(' union all ');
};
