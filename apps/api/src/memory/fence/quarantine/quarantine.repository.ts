import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PageDto, QuarantineKind } from '@groupless/shared-dto';
import { In, Repository, type EntityManager } from 'typeorm';
import { MEMORY } from '../../../database/memory.data-source';
import { readEntityPage } from '../../../database/pages/read-entity-page';
import type { PageInput } from '../../../database/pages/read-page';
import type { WriteSource } from '../../../platform/access/write-source';
import { AppError } from '../../../platform/errors/app-error';
import type { ExpectedTags } from '../../../platform/http/headers/if-match';
import { ChatMessage } from '../../chats/chat-message.entity';
import { AssistantDecision } from '../../records/decisions/assistant-decision.entity';
import { AssistantPerson } from '../../records/people/assistant-person.entity';
import { AssistantProject } from '../../records/projects/assistant-project.entity';
import { AssistantSession } from '../../records/sessions/assistant-session.entity';
import { AssistantState } from '../../records/state/assistant-state.entity';
import { AssistantTask } from '../../records/tasks/assistant-task.entity';
import { isRowFor, type Reader } from '../../readers/reader';
import { tellSource } from '../../history/change-source.statements';
import { isHeldBack, isQuarantined } from './held-back';
import { judgedText } from './judge-rows.statements';
import { QuarantineEntry } from './quarantine-entry.entity';

const ROWS = {
  session: AssistantSession,
  state: AssistantState,
  task: AssistantTask,
  project: AssistantProject,
  person: AssistantPerson,
  decision: AssistantDecision,
  chat: ChatMessage,
} as const;

const IS_FOR_READER = isRowFor('entry.kind', 'entry.row_id', { chats: ':chats', owner: ':owner' });

/** The most characters of a text that are shown. */
const MOST_SHOWN = 2_000;

const SOURCE = 'from search_source(entry.kind, entry.row_id)';

/** The digest of a row's present text, computed like that of an entry. */
const DIGEST = `
  select encode(sha256(convert_to(${judgedText('$1::text', '$2::bigint')}, 'UTF8')), 'hex') as digest
  from search_source($1, $2)`;

const HELD_BACK = `
  select id from unnest($2::bigint[]) as asked (id)
  where ${isHeldBack('$1', 'asked.id')} and ${isRowFor('$1', 'asked.id', { chats: '$3', owner: '$4' })} order by id`;

const HELD = `
  select id from unnest($2::bigint[]) as asked (id) where ${isQuarantined('$1', 'asked.id')}`;

export interface HeldText {
  title: string | null;
  text: string;
}

@Injectable()
export class QuarantineRepository {
  constructor(
    @InjectRepository(QuarantineEntry, MEMORY) private readonly entries: Repository<QuarantineEntry>,
  ) {}

  /** Of the rows that are for the reader. */
  async listHeldBack(
    kind: QuarantineKind,
    ids: readonly number[],
    { chats, owner }: Reader,
  ): Promise<number[]> {
    const rows = await this.entries.query<{ id: string }[]>(HELD_BACK, [kind, ids, chats, owner]);
    return rows.map(({ id }) => Number(id));
  }

  /** Which of some rows wait for a decision of a person. */
  async listHeldRows(kind: QuarantineKind, ids: readonly number[]): Promise<number[]> {
    const rows = await this.entries.query<{ id: string }[]>(HELD, [kind, ids]);
    return rows.map(({ id }) => Number(id));
  }

  isReleased(kind: QuarantineKind, row_id: number): Promise<boolean> {
    return this.entries.existsBy({ kind, row_id, status: 'released' });
  }

  /** Those that wait for a decision, the newest first. */
  listHeld(
    { kinds, row_id }: { kinds: readonly QuarantineKind[]; row_id?: number },
    page: PageInput,
    reader: Reader,
  ): Promise<PageDto<QuarantineEntry>> {
    const query = this.entries
      .createQueryBuilder('entry')
      .where({ status: 'held', kind: In([...kinds]), ...(row_id === undefined ? {} : { row_id }) })
      .andWhere(IS_FOR_READER, { ...reader });
    return readEntityPage(query, [{ sql: 'entry.id', kind: 'integer', descending: true }], page);
  }

  /** The texts of the rows that some entries hold, by the entries' ids. Those that the reader may not see are left out, and rows that are gone. */
  async findTexts(ids: readonly number[], reader: Reader): Promise<Map<number, HeldText>> {
    if (ids.length === 0) return new Map();
    const found = await this.entries
      .createQueryBuilder('entry')
      .select('entry.id', 'id')
      .addSelect(`(select title ${SOURCE})`, 'title')
      .addSelect(
        `(select left(${judgedText('entry.kind', 'entry.row_id')}, ${MOST_SHOWN}) ${SOURCE})`,
        'text',
      )
      .where({ id: In([...ids]) })
      .andWhere(IS_FOR_READER, { ...reader })
      .getRawMany<{ id: string; title: string | null; text: string | null }>();
    return new Map(
      found.flatMap(({ id, text, title }) => (text === null ? [] : [[Number(id), { title, text }]])),
    );
  }

  /**
   * @throws AppError `version_mismatch`
   * @returns null if no such row is held
   */
  release(id: number, digests: ExpectedTags): Promise<QuarantineEntry | null> {
    return this.decide(id, digests, async (transaction) => {
      await transaction.update(QuarantineEntry, { id }, { status: 'released' });
    });
  }

  /**
   * Deletes the row that is held, in the name of the user who decided.
   * @throws AppError `version_mismatch`, also for a text that was written since the row was judged
   * @returns null if no such row is held
   */
  discard(id: number, digests: ExpectedTags, source: WriteSource): Promise<QuarantineEntry | null> {
    return this.decide(id, digests, async (transaction, entry) => {
      const { kind, row_id } = entry;
      await refuseChangedText(transaction, entry);
      await tellSource(transaction, source);
      await transaction.delete(ROWS[kind], { id: row_id });
      await transaction.delete(QuarantineEntry, { id });
    });
  }

  /** The lock makes the second of two who decide at once find nothing held, and the judging of a new text wait. */
  private decide(
    id: number,
    digests: ExpectedTags,
    act: (transaction: EntityManager, entry: QuarantineEntry) => Promise<void>,
  ): Promise<QuarantineEntry | null> {
    return this.entries.manager.transaction(async (transaction) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const entry = await transaction.findOne(QuarantineEntry, { where: { id, status: 'held' }, lock });
      if (entry === null) return null;
      if (digests !== null && !digests.includes(entry.digest)) throw changed();
      await act(transaction, entry);
      return entry;
    });
  }
}

/** Locks the row, so that its text stays as it is. A row that is gone has no text. */
async function refuseChangedText(
  transaction: EntityManager,
  { kind, row_id, digest }: QuarantineEntry,
): Promise<void> {
  const row = transaction.createQueryBuilder(ROWS[kind], 'row').select('row.id').where({ id: row_id });
  await row.setLock('pessimistic_write').getRawOne();
  const [now] = await transaction.query<{ digest: string }[]>(DIGEST, [kind, row_id]);
  if (now !== undefined && now.digest !== digest) throw changed();
}

function changed(): AppError {
  return new AppError('version_mismatch', 'The text was changed since it was read. Read it again.');
}
