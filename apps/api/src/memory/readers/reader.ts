import type { WriteSource } from '../../platform/access/write-source';
import { demandOfMemoryRole } from '../../platform/access/access.decorators';

/** Chats about projects have ids that begin so. All others are those of customers. */
export const PROJECT_CHATS = 'project:';

/**
 * Who reads the memory. Turns of assistants and the extracts of their sessions belong to a user; all else is the team's. Every
 * statement that shows some of them takes these two as parameters, and asks with the expressions below.
 */
export interface Reader {
  /** How the ids of the chats begin that the reader may read; empty: all. */
  chats: string;
  /** The id of the user whose turns they are; empty: none but the team's; or one of the two below. */
  owner: string;
  /** Whether the state is not for the reader. */
  without_state?: true;
}

/** Who reads the state. */
export const READS_STATE = demandOfMemoryRole('operator', 'memory');

/** The `owner` of a reader who reads what a writer may know of: its own. */
export function writerOwner({ owner }: Pick<WriteSource, 'owner'>): string {
  return owner ?? '';
}

/** Reads the turns of everybody. */
export const OF_EVERYBODY = '*';
/** Reads no turns at all, and no chat about a project. */
export const OF_NOBODY = '-';

/** Who reads all that there is. */
export const OF_ALL: Reader = { chats: '', owner: OF_EVERYBODY };

/** Who reads the chats of customers alone. */
export const OF_CUSTOMERS: Reader = { chats: '', owner: OF_NOBODY };

/** An admin may have decided that turns are the team's. */
const ARE_THE_TEAMS = `coalesce((select turns = 'team' from memory_settings), false)`;

/**
 * SQL: whether a row with this owner is for the reader.
 * @param owner_id an expression of the row's owner
 * @param owner the parameter with the reader's `owner`
 */
export const isOwnedFor = (owner_id: string, owner: string) => `
  (${owner_id} is null or ${owner}::text in ('${OF_EVERYBODY}', ${owner_id})
   or ${owner}::text <> '${OF_NOBODY}' and ${ARE_THE_TEAMS})`;

/**
 * SQL: whether a row is for the reader, as far as its project goes: one of a private project is for one user alone.
 * @param private_to an expression of the row's column of this name
 * @param owner the parameter with the reader's `owner`
 */
export const isProjectFor = (private_to: string, owner: string) => `
  (${private_to} is null or ${owner}::text in ('${OF_EVERYBODY}', ${private_to}))`;

/**
 * SQL: whether a session is for the reader.
 * @param row what stands before its columns: nothing, or the name of its table and a point
 */
export const isSessionFor = (row: string, owner: string) => `
  (${isOwnedFor(`${row}owner_id`, owner)} and ${isProjectFor(`${row}private_to`, owner)})`;

/** SQL: whether a turn is for the reader: those at the place of a private project are never the team's. */
export const isTurnFor = (said: string, owner: string) => `
  (${isOwnedFor(`${said}.owner_id`, owner)}
   and (${said}.owner_id is null or ${owner}::text in ('${OF_EVERYBODY}', ${said}.owner_id)
        or not is_private_place(${said}.chat_id, ${said}.owner_id)))`;

/**
 * SQL: whether a message is for the reader.
 * @param said the table of the message
 * @param reader the parameters of a `Reader`
 */
export const isSaidFor = (said: string, { chats, owner }: Reader) => `
  (starts_with(${said}.chat_id, ${chats}::text) and ${isTurnFor(said, owner)}
   and (${owner}::text <> '${OF_NOBODY}' or not starts_with(${said}.chat_id, '${PROJECT_CHATS}')))`;

/** What may be of a private project, beside sessions. */
export const OF_PROJECTS = [
  ['state', 'assistant_state'],
  ['task', 'assistant_tasks'],
  ['decision', 'assistant_decisions'],
  ['project', 'assistant_projects'],
] as const;

/**
 * SQL: whether a row of any kind is for the reader. Each row is looked up: for `exists` PostgreSQL may read the whole table first.
 * @param kind an expression of the row's kind
 * @param id an expression of the row's id, with its table
 */
export const isRowFor = (kind: string, id: string, reader: Reader) => `
  case ${kind}
    when 'chat' then (${reader.chats}::text, ${reader.owner}::text) = ('', '${OF_EVERYBODY}')
      or (select ${isSaidFor('said', reader)} from chat_history as said where said.id = ${id}) is true
    when 'session' then ${reader.owner}::text = '${OF_EVERYBODY}'
      or (select ${isSessionFor('told.', reader.owner)} from assistant_sessions as told where told.id = ${id}) is not false
    else (select count(*) = 0 from assistant_projects where private_to is not null and not ${isProjectFor('private_to', reader.owner)})
      or case ${kind}
        ${OF_PROJECTS.map(
          ([one, table]) => `when '${one}' then (
          select ${isProjectFor('known.private_to', reader.owner)} from ${table} as known where known.id = ${id}) is not false`,
        ).join('\n        ')}
        else true
      end
  end`;
