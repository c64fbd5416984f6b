import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, type SessionResult } from '@groupless/shared-dto';
import { DataSource, type EntityManager } from 'typeorm';
import { withLock } from '../../../database/advisory-locks';
import { MemoryStatements } from '../../../database/database.module';
import { inOrderOfCallers, BatchedStatements } from '../../../database/statements/batched-statements';
import { MEMORY } from '../../../database/memory.data-source';
import { SESSION_JSON, type StoredRow } from '../../row-json';
import { AssistantSession } from './assistant-session.entity';
import { SUMMARY_TEXTS, type NewSession } from './new-session';
import { withSummary, type SummaryOfSession } from './with-summary';

export interface StoredSession extends StoredRow {
  result: SessionResult;
  /** Whether the stored session says what was sent, which only a repeated key can leave open. */
  same: boolean;
  /** Names of `projects_touched` that are no project's. */
  unknown: string[];
}

const STORED = [
  ...SUMMARY_TEXTS,
  'decisions_list',
  'sent_digest',
  'written_by',
  'written_through',
  'writer_id',
  'key_id',
  'owner_id',
  'session_id',
  'branch',
  'head',
  'machine',
  'session_date',
] as const;
const PARAMETERS = STORED.map((_, index) => `$${index + 1}`);
const CASTS: Partial<Record<(typeof STORED)[number], string>> = {
  decisions_list: 'decisions_list::jsonb',
  session_date: 'coalesce(session_date::timestamptz, now())',
};
const SENT = STORED.map((column) => CASTS[column] ?? column).join(', ');

const UNKNOWN = 'to_json(unknown_projects(projects_touched, projects)) as unknown';

/** What the same key stored a short time ago with the same texts: its call is repeated. */
const SAME_TEXT = (sent: (column: (typeof STORED)[number]) => string) => `
  select id as known_id from assistant_sessions as known
  where known.key_id = ${sent('key_id')} and text_digest(known.summary) = text_digest(${sent('summary')})
    and known.sent_digest = ${sent('sent_digest')}
    and known.stored_at > now() - make_interval(hours => ${LIMITS.same_summary_hours})
  order by known.id desc limit 1`;

const KNOWN = (rows: string) => `
  select ${rows}, assistant_sessions.id, ${SESSION_JSON} as row, ${UNKNOWN}, 'exists' as result
  from known join assistant_sessions on assistant_sessions.id = known_id`;

const INSERT = `
  with sent as (
    select ${PARAMETERS.map((parameter, index) => `${parameter}::text as ${STORED[index]}`).join(', ')}
  ), known as materialized (
    ${SAME_TEXT((column) => `$${STORED.indexOf(column) + 1}::text`)}
  ), inserted as (
    insert into assistant_sessions (${STORED.join(', ')}, idempotency_key)
    select ${SENT}, $${STORED.length + 1}::text from sent where not exists (select from known)
    returning 1 as place, id, ${SESSION_JSON} as row, ${UNKNOWN}, 'created' as result
  )
  select * from inserted union all ${KNOWN('1 as place')}`;

/**
 * The same for several sessions. Their ids are taken first, so that each row is matched to its caller. Each array stands in a
 * sub-select, which hides its length from the planner: otherwise a plan for a short array looks cheaper than the generic one, and
 * the prepared statement is planned at every call.
 */
const INSERT_SEVERAL = {
  name: 'insert_several_sessions',
  text: `
    with asked as materialized (
      select asked.*, known_id
      from unnest(${PARAMETERS.map((parameter) => `(select ${parameter}::text[])`).join(', ')})
        with ordinality as asked (${STORED.join(', ')}, place)
      left join lateral (${SAME_TEXT((column) => `asked.${column}`)}) as known on true
    ), sent as materialized (
      select nextval((select pg_get_serial_sequence('assistant_sessions', 'id')::regclass)) as sent_id, asked.* from asked
      where known_id is null
    ), known as materialized (
      select place as known_place, known_id from asked where known_id is not null
    ), inserted as (
      insert into assistant_sessions (id, ${STORED.join(', ')})
      select sent_id, ${SENT} from sent order by place
      returning id, ${SESSION_JSON} as row, ${UNKNOWN}, 'created' as result
    )
    select place::int, id, row, unknown, result from inserted join sent on sent_id = id
    union all ${KNOWN('known_place::int')}`,
};

/**
 * A repeat is compared with what was sent first. Where there is no digest of it, the first version keeps it if somebody has
 * corrected the row.
 */
const FIND_BY_KEY = `
  select id, ${SESSION_JSON} as row, ${UNKNOWN}, 'exists' as result,
         case when sent_digest is null
           then (${SUMMARY_TEXTS.map((column) => `sent ->> '${column}'`).join(', ')}) is not distinct from ($1, $2, $3, $4, $5, $6)
           else sent_digest = $8 end as same
  from assistant_sessions
  cross join lateral (
    select coalesce(
      (select before from memory_versions
       where kind = 'session' and row_id = assistant_sessions.id and before is not null order by version limit 1),
      to_jsonb(assistant_sessions)
    ) as sent
  ) as first
  where idempotency_key = $7 and session_id is null and key_id is not distinct from $9
    and coalesce(stored_at, session_date) > now() - make_interval(hours => ${LIMITS.idempotency_hours})
  order by session_date desc
  limit 1`;

/** Whether a session's summary came with this key, now or before it was changed. */
const HAS_KEY = `
  select from assistant_sessions where id = $1 and idempotency_key = $2
  union all
  select from memory_versions where kind = 'session' and row_id = $1 and before ->> 'idempotency_key' = $2`;

/**
 * What a session had decided before and says once more stands again, unless it was withdrawn after the session ended. The trigger
 * sees no change of the session then.
 */
const STAND_AGAIN = `
  update assistant_decisions as known
  set withdrawn_at = null, replaced_by = null, session_id = told.id, at = told.session_date,
      written_by = told.written_by, written_through = told.written_through
  from assistant_sessions as told
  where told.id = $1 and known.withdrawn_at < told.session_date
    and (known.project_id is null and told.projects = '{}' or told.projects ? known.project_id::text)
    and exists (select from decision_entries($2::jsonb, $3) as entry
                where decision_identity(entry) = decision_identity(known.text))`;

const READ = `select id, ${SESSION_JSON} as row, ${UNKNOWN} from assistant_sessions where id = $1`;

/** Stores the summaries of sessions. */
@Injectable()
export class SessionSummariesRepository {
  private readonly inserts = new BatchedStatements<NewSession, StoredSession>({
    runTogether: (sessions) => this.insertSeveral(sessions),
    runAlone: (session) => this.insertOne(session),
    maxRunning: 2,
  });

  constructor(
    private readonly memory: MemoryStatements,
    @InjectDataSource(MEMORY) private readonly dataSource: DataSource,
  ) {}

  insertSession(session: NewSession): Promise<StoredSession> {
    return this.inserts.call(session);
  }

  /** Inserts the session unless this key made one in the last day; a request with the same key waits for the other. Two callers may choose one key. */
  insertSessionOnce(session: NewSession, idempotency_key: string): Promise<StoredSession> {
    const sent = SUMMARY_TEXTS.map((column) => session[column]);
    return this.dataSource.transaction(async (transaction) => {
      await withLock(transaction, 'sessionKey', `${idempotency_key} ${session.key_id ?? ''}`);
      const [known] = await transaction.query<StoredSession[]>(FIND_BY_KEY, [
        ...sent,
        idempotency_key,
        session.sent_digest,
        session.key_id,
      ]);
      return known ?? insertIn(transaction, session, idempotency_key);
    });
  }

  /** Inserts the summary of a session of the assistant, or takes it into the one that its key stored before. */
  storeOfSession(session: SummaryOfSession, idempotency_key: string | null): Promise<StoredSession> {
    const { session_id, key_id } = session;
    return this.dataSource.transaction(async (transaction) => {
      await withLock(transaction, 'sessionKey', `${session_id} ${key_id ?? ''}`);
      const known = await transaction
        .createQueryBuilder(AssistantSession, 'known')
        .where(`session_id = :session_id and coalesce(key_id, '') = :key_id`, {
          session_id,
          key_id: key_id ?? '',
        })
        .setLock('pessimistic_write')
        .getOne();
      if (known === null) return insertIn(transaction, session, idempotency_key);
      const { id } = known;
      const isRepeated =
        idempotency_key !== null &&
        (await transaction.query<unknown[]>(HAS_KEY, [id, idempotency_key])).length > 0;
      if (!isRepeated) {
        const changed = withSummary(known, { ...session, idempotency_key }, new Date());
        await transaction.update(AssistantSession, { id }, { ...changed, idempotency_key });
        if (session.decisions_made !== '')
          await transaction.query(STAND_AGAIN, [id, session.decisions_list, session.decisions_made]);
      }
      const [row] = await transaction.query<[Omit<StoredSession, 'result' | 'same'>]>(READ, [id]);
      return { ...row, result: isRepeated ? 'exists' : 'updated', same: true };
    });
  }

  private async insertOne(session: NewSession): Promise<StoredSession> {
    const values = [...storedOf(session), null];
    const stored = await this.memory.one<StoredSession>({ name: 'insert_session', text: INSERT }, values);
    return { ...stored, same: true };
  }

  private async insertSeveral(sessions: readonly NewSession[]): Promise<(StoredSession | undefined)[]> {
    const values = STORED.map((column) => sessions.map((session) => session[column]));
    const rows = await this.memory.run<StoredSession & { place: number }>(INSERT_SEVERAL, values);
    return inOrderOfCallers(sessions, rows).map((row) => row && { ...row, same: true });
  }
}

async function insertIn(
  transaction: EntityManager,
  session: NewSession,
  idempotency_key: string | null,
): Promise<StoredSession> {
  const [stored] = await transaction.query<[StoredSession]>(INSERT, [...storedOf(session), idempotency_key]);
  return { ...stored, same: true };
}

function storedOf(session: NewSession): (string | null)[] {
  return STORED.map((column) => session[column]);
}
