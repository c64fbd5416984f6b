import { Injectable } from '@nestjs/common';
import type { BranchDto, ChatMessageDto, LastSessionDto } from '@groupless/shared-dto';
import { utcTime } from '../../../database/statements/utc-time';
import { MemoryStatements } from '../../../database/database.module';
import { isHeldBack } from '../../fence/quarantine/held-back';
import { isSessionFor, isTurnFor } from '../../readers/reader';
import { CHAT_MESSAGE_JSON } from '../../row-json';

type FoundSession = Omit<LastSessionDto, 'messages' | 'branches'>;

/** A chat about a project. */
export interface ReadChat {
  chat_id: string;
  /** See `Reader`. */
  owner: string;
  /** The owner of the machine paths that the reader means. */
  place_owner: string | null;
  /** The stored identity of the project. */
  identity: string;
}

/** Turns from before sessions were stored with them have the session's id in their own. */
const SESSION = `coalesce(session_id, regexp_replace(external_id, ':[^:]*$', ''))`;

/** Who means a place: see `placeOwnerOf()`. */
const PLACE_OWNER = 'coalesce(owner_id, key_id)';

/**
 * $1 is the chat, $2 the owner whose turns are read, $3 the identity of the project as it is stored, $4 to whom its places belong.
 * A project that got a remote has turns from before in the chat of its folder. By a place on a machine, two people may mean two
 * projects: of such a chat the turns of one are read alone.
 */
const OF_PROJECT = `chat_id = any (array_append(array(
    select own.chat_id from project_chats(project_named($3)) as own), $1))
  and ${isTurnFor('chat_history', '$2')}
  and (key_id is null or ${PLACE_OWNER} = $4 and chat_id = $1 or chat_id !~* '^[^/]+:(/|[a-z]:/)'
       or (chat_id, ${PLACE_OWNER}) in (select own.chat_id, own.key_id from project_chats(project_named($3)) as own))`;

/** The newest turns that are searched for sessions. */
const MOST_TURNS = 1_000;
/** A hook stores the last turn and the summary in two calls. */
const AT_ONCE = `interval '1 minute'`;
/** A session that has been silent for longer is not said to run: many end without a summary of their own. */
const SILENT = `interval '1 hour'`;

const LAST_SESSION = {
  name: 'last_session_of_chat',
  text: `
    with turn as materialized (
      select ${SESSION} as session_id, branch, head, machine, timestamp, id from chat_history
      where ${OF_PROJECT} order by timestamp desc, id desc limit ${MOST_TURNS}
    ), told as (
      select distinct on (session_id) session_id, branch, head, machine, timestamp as at, id from turn
      where session_id <> '' order by session_id, timestamp desc, id desc
    )
    select told.session_id, ${['branch', 'head', 'machine'].map((place) => `case when not hidden.is_held then told.${place} end as ${place}`).join(', ')},
           ${utcTime('told.at')} as last_turn_at,
           told.at > greatest(coalesce(summary.at, '-infinity') + ${AT_ONCE}, now() - ${SILENT}) as is_running
    from told left join lateral (
      select max(session_date) as at from assistant_sessions as stored where stored.session_id = told.session_id
    ) as summary on true
    cross join lateral (select ${isHeldBack("'chat'", 'told.id')} as is_held) as hidden
    order by told.session_id is not distinct from $5::text desc, told.at desc
    limit 1`,
};

const TURNS = {
  name: 'turns_of_session',
  text: `
    select ${CHAT_MESSAGE_JSON}::json as turn from chat_history
    where ${OF_PROJECT} and ${SESSION} = $5 and not ${isHeldBack("'chat'", 'chat_history.id')}
    order by timestamp desc, id desc limit $6`,
};

/** The newest messages of all chats about a project that are for the reader, before the message $4, if that is given. */
const OF_CHATS = {
  name: 'messages_of_project',
  text: `
    select ${CHAT_MESSAGE_JSON}::json as turn from chat_history
    where chat_id = any (array(select own.chat_id from project_chats($1::bigint) as own))
      and exists (select from project_chats($1::bigint) as own
                  where own.chat_id = chat_history.chat_id and coalesce(own.key_id = ${PLACE_OWNER}, true))
      and ${isTurnFor('chat_history', '$2')} and not ${isHeldBack("'chat'", 'chat_history.id')}
      and ($4::bigint is null or (timestamp, id) < (select timestamp, id from chat_history where id = $4))
    order by timestamp desc, id desc limit $3`,
};

const CHAT_OF = { name: 'chat_of_project', text: 'select chat_id from project_chats($1::bigint) limit 1' };

/** The newest of each kind that are looked at. */
const MOST_ROWS = 50;
/** So many rows of a branch are named. */
const MOST_NAMED = 10;
/** Of a task that a brief has with its whole text. */
const SHOWN_OF_TASK = 60;

/** The newest rows of a kind that tell of a branch, as `title` names them. */
const rowsOf = (
  kind: string,
  { table, which, at, title }: Record<'table' | 'which' | 'at' | 'title', string>,
) => `
  (select branch, head, ${at} as at, false as is_turn, '${kind}' as kind, row.id, ${title} as title from ${table} as row
   where branch is not null and ${which} and not ${isHeldBack(`'${kind}'`, 'row.id')} order by ${at} desc limit ${MOST_ROWS})`;

/** A decision is of the branch on which the summary was stored that said it. */
const DECISIONS = `(
  select known.id, known.project_id, known.at, coalesce(said.branch, known.branch) as branch, coalesce(said.head, known.head) as head
  from assistant_decisions as known
  left join assistant_sessions as said on said.id = known.session_id and said.owner_id is null
    and not ${isHeldBack("'session'", 'said.id')}
  where known.withdrawn_at is null and known.project_id = project_named($3))`;

/**
 * The branches of a project's newest sessions and rows, each with its last commit there, and the rows that would not hold without it.
 * `without_commit`: another branch had that commit before.
 */
const BRANCHES = {
  name: 'branches_of_project',
  text: `
    with session as materialized (
      select branch, head, session_date as at, id from assistant_sessions
      where projects ? project_named($3)::text and ${isSessionFor('', '$2')}
      order by session_date desc, id desc limit ${MOST_ROWS}
    ), turn as materialized (
      select branch, head, timestamp as at, id from chat_history
      where ${OF_PROJECT} order by timestamp desc, id desc limit ${MOST_TURNS}
    ), said as materialized (
      select branch, head, at, false as is_turn, null as kind, null::bigint as id, null as title from session
      where branch is not null and not ${isHeldBack("'session'", 'session.id')}
      union all select branch, head, at, true, null, null, null from (
        select distinct on (branch) * from turn where branch is not null order by branch, at desc, id desc) as told
      where not ${isHeldBack("'chat'", 'told.id')}
      union all ${rowsOf('decision', { table: DECISIONS, which: 'true', at: 'at', title: "''" })}
      union all ${rowsOf('state', { table: 'assistant_state', which: 'project_id = project_named($3)', at: 'updated_at', title: 'key' })}
      union all ${rowsOf('task', {
        table: 'assistant_tasks',
        which: `status = 'pending' and project_id = project_named($3)`,
        at: 'created_at',
        title: `left(task, ${SHOWN_OF_TASK})`,
      })}
    ), seen as (
      select branch, head, at from session union all select branch, head, at from turn
    ), newest as (
      -- Turns have the commit with which their session began.
      select distinct on (branch) branch, head from said order by branch, is_turn, at desc
    )
    select branch, head,
      exists (select from seen where seen.head = newest.head and seen.branch <> newest.branch and seen.at < (
        select min(own.at) from seen as own where own.head = newest.head and own.branch = newest.branch)) as without_commit,
      array(select json_build_object('kind', kind, 'id', id, 'title', title) from said
            where said.branch = newest.branch and kind is not null order by at desc limit ${MOST_NAMED}) as rows
    from newest order by branch`,
};

/** The turns of the sessions of assistants, about projects. */
@Injectable()
export class ProjectTurnsRepository {
  constructor(private readonly memory: MemoryStatements) {}

  /** @param resumed the session that is meant if it has turns; null: the one that spoke last */
  async findLastSession(chat: ReadChat, resumed: string | null): Promise<FoundSession | null> {
    return (await this.memory.run<FoundSession>(LAST_SESSION, [...valuesOf(chat), resumed]))[0] ?? null;
  }

  /** The newest turns of a session, oldest first, without what the quarantine holds. */
  async listTurns(chat: ReadChat, session_id: string, limit: number): Promise<ChatMessageDto[]> {
    const rows = await this.memory.run<{ turn: ChatMessageDto }>(TURNS, [
      ...valuesOf(chat),
      session_id,
      limit,
    ]);
    return rows.map(({ turn }) => turn).reverse();
  }

  /** What was said about a project, oldest first. */
  async listOfProject(
    project_id: number,
    owner: string,
    limit: number,
    before: number | null,
  ): Promise<ChatMessageDto[]> {
    const rows = await this.memory.run<{ turn: ChatMessageDto }>(OF_CHATS, [
      project_id,
      owner,
      limit,
      before,
    ]);
    return rows.map(({ turn }) => turn).reverse();
  }

  /** Null: the place is unknown. */
  async findChat(project_id: number): Promise<string | null> {
    return (await this.memory.run<{ chat_id: string }>(CHAT_OF, [project_id]))[0]?.chat_id ?? null;
  }

  listBranches(chat: ReadChat): Promise<BranchDto[]> {
    return this.memory.run<BranchDto>(BRANCHES, valuesOf(chat));
  }
}

function valuesOf({ chat_id, owner, identity, place_owner }: ReadChat): (string | null)[] {
  return [chat_id, owner, identity, place_owner];
}
