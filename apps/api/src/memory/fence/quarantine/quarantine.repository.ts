import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PageDto, QuarantineKind } from '@groupless/shared-dto';
import { In, Repository } from 'typeorm';
import { MEMORY } from '../../../database/memory.data-source';
import { readEntityPage } from '../../../database/pages/read-entity-page';
import type { PageInput } from '../../../database/pages/read-page';
import type { WriteSource } from '../../../shared/access/write-source';
import { ChatMessage } from '../../chats/chat-message.entity';
import { AssistantPerson } from '../../records/people/assistant-person.entity';
import { AssistantProject } from '../../records/projects/assistant-project.entity';
import { AssistantSession } from '../../records/sessions/assistant-session.entity';
import { AssistantState } from '../../records/state/assistant-state.entity';
import { tellSource } from '../../versions/change-source.repository';
import { QuarantineEntry } from './quarantine-entry.entity';

const ROWS = {
  session: AssistantSession,
  state: AssistantState,
  project: AssistantProject,
  person: AssistantPerson,
  chat: ChatMessage,
} as const;

/** So much of a text is shown, in characters. */
const MOST_SHOWN = 2_000;

const SOURCE = 'from search_source(entry.kind, entry.row_id)';

export interface HeldText {
  title: string | null;
  text: string;
}

@Injectable()
export class QuarantineRepository {
  constructor(
    @InjectRepository(QuarantineEntry, MEMORY) private readonly entries: Repository<QuarantineEntry>,
  ) {}

  listHeldRows(): Promise<Pick<QuarantineEntry, 'kind' | 'row_id'>[]> {
    return this.entries.find({ select: { kind: true, row_id: true }, where: { status: 'held' } });
  }

  /** Those that wait for a decision, the newest first. */
  listHeld(kinds: readonly QuarantineKind[], page: PageInput): Promise<PageDto<QuarantineEntry>> {
    const query = this.entries.createQueryBuilder('entry').where({ status: 'held', kind: In([...kinds]) });
    return readEntityPage(query, [{ sql: 'entry.id', kind: 'integer', descending: true }], page);
  }

  /** What stands in the rows of some entries, by the entries' ids. */
  async findTexts(ids: readonly number[]): Promise<Map<number, HeldText>> {
    if (ids.length === 0) return new Map();
    const found = await this.entries
      .createQueryBuilder('entry')
      .select('entry.id', 'id')
      .addSelect(`(select title ${SOURCE})`, 'title')
      .addSelect(`(select left(concat_ws(E'\\n', name, body), ${MOST_SHOWN}) ${SOURCE})`, 'text')
      .where({ id: In([...ids]) })
      .getRawMany<HeldText & { id: string }>();
    return new Map(found.map(({ id, ...text }) => [Number(id), text]));
  }

  findEntry(id: number): Promise<QuarantineEntry | null> {
    return this.entries.findOneBy({ id });
  }

  async release(id: number): Promise<void> {
    await this.entries.update({ id }, { status: 'released' });
  }

  /** Deletes the row that is held, in the name of the user who decided. */
  discard({ id, kind, row_id }: QuarantineEntry, source: WriteSource): Promise<void> {
    return this.entries.manager.transaction(async (transaction) => {
      await tellSource(transaction, source);
      await transaction.delete(ROWS[kind], { id: row_id });
      await transaction.delete(QuarantineEntry, { id });
    });
  }
}
