import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { LIMITS, type PageDto, type SESSION_SORTS, type WriteWay } from '@groupless/shared-dto';
import { DataSource, Repository } from 'typeorm';
import { ADVISORY_LOCKS } from '../../../database/advisory-locks';
import { MemoryStatements } from '../../../database/database.module';
import { inOrderOfCallers, JoinedStatements } from '../../../database/statements/joined-statements';
import { MEMORY } from '../../../database/memory.data-source';
import { readEntityPage } from '../../../database/pages/read-entity-page';
import { SESSION_JSON, type StoredRow } from '../../row-json';
import { sourceColumns, type WriteSource } from '../../../shared/access/write-source';
import { entitiesAsOf, type AsOfPage } from '../../versions/as-of.repository';
import { deleteAs } from '../../versions/change-source.repository';
import { SORTS } from '../../sorts';
import { namesProject } from './names-project';
import { AssistantSession } from './assistant-session.entity';

export type SessionSort = (typeof SESSION_SORTS)[number];

export interface NewSession {
  summary: string;
  projects_touched: string;
  decisions_made: string;
  /** A JSON array of the entries; null: they came as a text. */
  decisions_list: string | null;
  tasks_completed: string;
  tasks_created: string;
  mood: string | null;
  written_by: string | null;
  written_through: WriteWay;
}

export type PatchSession = Partial<Omit<NewSession, 'decisions_list' | 'written_by' | 'written_through'>>;

export interface StoredSession extends StoredRow {
  created: boolean;
  /** Whether the stored session says what was sent, which only a repeated key can leave open. */
  same: boolean;
}

const COLUMNS = [
  'summary',
  'projects_touched',
  'decisions_made',
  'tasks_completed',
  'tasks_created',
  'mood',
] as const;

/** The fields that a repeat of the key is compared with, the borders of the decisions, and the writer. */
const STORED = [...COLUMNS, 'decisions_list', 'written_by', 'written_through'] as const;
const SENT = STORED.map((column) => (column === 'decisions_list' ? `${column}::jsonb` : column));
const PARAMETERS = STORED.map((_, index) => `$${index + 1}`);

const INSERT = `insert into assistant_sessions (${STORED.join(', ')}, idempotency_key)
  values (${PARAMETERS.join(', ')}, $${STORED.length + 1}) returning id, ${SESSION_JSON} as row`;

/** The same for several sessions. Their ids are taken first, so that each row is matched to its caller. */
const INSERT_SEVERAL = {
  name: 'insert_several_sessions',
  text: `
    with sent as materialized (
      select nextval((select pg_get_serial_sequence('assistant_sessions', 'id')::regclass)) as sent_id, sent.*
      from unnest(${PARAMETERS.map((parameter) => `${parameter}::text[]`).join(', ')})
        with ordinality as sent (${STORED.join(', ')}, place)
    ), inserted as (
      insert into assistant_sessions (id, ${STORED.join(', ')})
      select sent_id, ${SENT.join(', ')} from sent order by place
      returning id, ${SESSION_JSON} as row
    )
    select place::int, id, row from inserted join sent on sent_id = id`,
};

const LOCK_KEY = `select pg_advisory_xact_lock(${ADVISORY_LOCKS.sessionKey}, hashtext($1))`;

/** A repeat is compared with what was sent first: its first version keeps that if somebody has corrected the row. */
const FIND_BY_KEY = `
  select id, ${SESSION_JSON} as row,
         (${COLUMNS.map((column) => `sent ->> '${column}'`).join(', ')}) is not distinct from ($1, $2, $3, $4, $5, $6) as same
  from assistant_sessions
  cross join lateral (
    select coalesce(
      (select before from memory_versions
       where kind = 'session' and row_id = assistant_sessions.id and before is not null order by version limit 1),
      to_jsonb(assistant_sessions)
    ) as sent
  ) as first
  where idempotency_key = $7 and session_date > now() - make_interval(hours => ${LIMITS.idempotency_hours})
  order by session_date desc
  limit 1`;

@Injectable()
export class SessionsRepository {
  private readonly inserts = new JoinedStatements<NewSession, StoredRow>({
    runTogether: (sessions) => this.insertSeveral(sessions),
    runAlone: (session) => this.insertOne(session),
    maxRunning: 2,
  });

  constructor(
    private readonly memory: MemoryStatements,
    @InjectRepository(AssistantSession, MEMORY) private readonly sessions: Repository<AssistantSession>,
    @InjectDataSource(MEMORY) private readonly dataSource: DataSource,
  ) {}

  /** @param project one that they touched; undefined: whatever they touched */
  listSessions(
    project: string | undefined,
    sort: SessionSort,
    { as_of, ...page }: AsOfPage,
  ): Promise<PageDto<AssistantSession>> {
    const query = entitiesAsOf(this.sessions, 'session', as_of);
    if (project !== undefined) query.where(namesProject('projects_touched', ':project::text'), { project });
    return readEntityPage(query, SORTS.sessions[sort], page);
  }

  findSession(id: number): Promise<AssistantSession | null> {
    return this.sessions.findOneBy({ id });
  }

  /** Changes the fields that are given. */
  async updateSession(
    id: number,
    patch: PatchSession,
    source: WriteSource,
  ): Promise<AssistantSession | null> {
    // A text that a person writes has its own borders.
    const borders = patch.decisions_made === undefined ? {} : { decisions_list: null };
    await this.sessions.update({ id }, { ...patch, ...borders, ...sourceColumns(source) });
    return this.findSession(id);
  }

  deleteSession(id: number, source: WriteSource): Promise<boolean> {
    return deleteAs(this.sessions, { id }, source);
  }

  async insertSession(session: NewSession): Promise<StoredSession> {
    return { ...(await this.inserts.call(session)), created: true, same: true };
  }

  /** Inserts the session unless this key made one in the last day; the same key waits for its twin. */
  insertSessionOnce(session: NewSession, idempotency_key: string): Promise<StoredSession> {
    const sent = COLUMNS.map((column) => session[column]);
    return this.dataSource.transaction(async (transaction) => {
      await transaction.query(LOCK_KEY, [idempotency_key]);
      const [known] = await transaction.query<(StoredRow & { same: boolean })[]>(FIND_BY_KEY, [
        ...sent,
        idempotency_key,
      ]);
      if (known !== undefined) return { ...known, created: false };
      const [inserted] = await transaction.query<[StoredRow]>(INSERT, [
        ...storedOf(session),
        idempotency_key,
      ]);
      return { ...inserted, created: true, same: true };
    });
  }

  private insertOne(session: NewSession): Promise<StoredRow> {
    return this.memory.one({ name: 'insert_session', text: INSERT }, [...storedOf(session), null]);
  }

  private async insertSeveral(sessions: readonly NewSession[]): Promise<(StoredRow | undefined)[]> {
    const values = STORED.map((column) => sessions.map((session) => session[column]));
    const rows = await this.memory.run<StoredRow & { place: number }>(INSERT_SEVERAL, values);
    return inOrderOfCallers(sessions, rows);
  }
}

function storedOf(session: NewSession): (string | null)[] {
  return STORED.map((column) => session[column]);
}
