import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { SessionResult } from '@groupless/shared-dto';
import { DataSource, type EntityManager } from 'typeorm';
import { withLock } from '../../../database/advisory-locks';
import { inOrderOfCallers, BatchedStatements } from '../../../database/statements/batched-statements';
import { runIn } from '../../../database/statements/run-in';
import { MEMORY } from '../../../database/memory.data-source';
import type { StoredRow } from '../../row-json';
import { STAND_AGAIN } from '../decisions/said-statements';
import { AssistantSession } from './assistant-session.entity';
import { SUMMARY_TEXTS, type NewSession } from './new-session';
import { FIND_BY_KEY, HAS_KEY, INSERT, READ, STORED } from './summary-statements';
import { withSummary, type SummaryOfSession } from './with-summary';

export interface StoredSession extends StoredRow {
  result: SessionResult;
  /** False: the `Idempotency-Key` came with other texts before. */
  same: boolean;
  /** Names of `projects_touched` that are no project's. */
  unknown: string[];
  /** The only user who sees its projects; null: everybody does. */
  private_to: string | null;
  /** Texts of `tasks_completed` that are those of pending tasks. */
  still_pending: string[];
}

interface KeyedSession extends NewSession {
  idempotency_key: string | null;
}

/** Stores the summaries of sessions. */
@Injectable()
export class SessionSummariesRepository {
  private readonly inserts = new BatchedStatements<KeyedSession, StoredSession>({
    runTogether: (sessions) => insertIn(this.dataSource.manager, sessions),
    runAlone: (session) => insertOneIn(this.dataSource.manager, session),
    keyOf: repeated,
    maxRunning: 2,
  });

  constructor(@InjectDataSource(MEMORY) private readonly dataSource: DataSource) {}

  insertSession(session: NewSession): Promise<StoredSession> {
    return this.inserts.call({ ...session, idempotency_key: null });
  }

  /** Inserts the session unless this key made one in the last day; a request with the same key waits for the other. Callers with different API keys may use the same one. */
  insertSessionOnce(session: NewSession, idempotency_key: string): Promise<StoredSession> {
    const sent = SUMMARY_TEXTS.map((column) => session[column]);
    return this.dataSource.transaction(async (transaction) => {
      await withLock(transaction, 'sessionKey', `${idempotency_key} ${session.key_id ?? ''}`);
      const [known] = await transaction.query<StoredSession[]>(FIND_BY_KEY, [
        ...sent,
        idempotency_key,
        session.sent_digest,
        session.key_id,
        session.named_tasks,
      ]);
      return known ?? insertOneIn(transaction, { ...session, idempotency_key });
    });
  }

  /** Inserts the summary of a session of the assistant, or takes it into the one that its key stored before. */
  storeOfSession(
    session: SummaryOfSession,
    idempotency_key: string | null,
    now: Date,
  ): Promise<StoredSession> {
    const { session_id, key_id } = session;
    return this.dataSource.transaction(async (transaction) => {
      await withLock(transaction, 'sessionKey', `${session_id} ${key_id ?? ''}`);
      const rows = await transaction
        .createQueryBuilder(AssistantSession, 'known')
        .where(`session_id = :session_id and coalesce(key_id, '') = :key_id`, {
          session_id,
          key_id: key_id ?? '',
        })
        .setLock('pessimistic_write')
        .getMany();
      const known = rowFor(session, rows);
      if (known === null) return insertOneIn(transaction, { ...session, idempotency_key });
      const { id } = known;
      const isRepeated =
        idempotency_key !== null &&
        (await transaction.query<unknown[]>(HAS_KEY, [id, idempotency_key])).length > 0;
      if (!isRepeated) {
        const changed = withSummary(known, session, now);
        await transaction.update(AssistantSession, { id }, { ...changed, idempotency_key });
        if (session.decisions_made !== '')
          await transaction.query(STAND_AGAIN, [id, session.decisions_list, session.decisions_made]);
      }
      const [row] = await transaction.query<[Omit<StoredSession, 'result' | 'same'>]>(READ, [
        id,
        session.named_tasks,
      ]);
      return { ...row, result: isRepeated ? 'exists' : 'updated', same: true };
    });
  }
}

/**
 * The row of a session that a further summary of it changes: the one that was made alike, else the other. What an assistant stores with a
 * tool changes nothing that a hook made, which is its user's alone.
 */
function rowFor(
  { made, written_through }: SummaryOfSession,
  rows: readonly AssistantSession[],
): AssistantSession | null {
  const isAlike = (row: AssistantSession) => (row.made === 'written') === (made === 'written');
  return rows.find(isAlike) ?? (written_through === 'mcp' ? null : (rows[0] ?? null));
}

/**
 * Equal summaries of one API key are stored one after the other, so that the second finds the first. If two processes get them at
 * the same moment, both are stored: to exclude that, each insert would need a lock taken by a statement before it, because a
 * statement that waits for a lock still reads what was there before the wait.
 */
function repeated({ key_id, sent_digest }: KeyedSession): string | undefined {
  return key_id === null ? undefined : `${key_id} ${sent_digest}`;
}

async function insertOneIn(transaction: EntityManager, session: KeyedSession): Promise<StoredSession> {
  const [stored] = await insertIn(transaction, [session]);
  if (stored === undefined) throw new Error('A new session was not stored.');
  return stored;
}

async function insertIn(
  transaction: EntityManager,
  sessions: readonly KeyedSession[],
): Promise<(StoredSession | undefined)[]> {
  const values = [...STORED, 'named_tasks' as const].map((column) =>
    sessions.map((session) => session[column]),
  );
  const rows = await runIn<StoredSession & { place: number }>(transaction, INSERT, values);
  return inOrderOfCallers(sessions, rows).map((row) => row && { ...row, same: true });
}
