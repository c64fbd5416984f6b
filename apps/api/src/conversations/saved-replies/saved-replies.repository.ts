import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PageDto, PatchSavedReplyDto } from '@groupless/shared-dto';
import { Repository, type EntityManager } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import type { SortKey } from '../../database/pages/page-statements';
import { readEntityPage } from '../../database/pages/read-entity-page';
import type { PageInput } from '../../database/pages/read-page';
import { demandFirst, type RequestKey } from '../../database/request-keys';
import { breaks } from '../../database/violations';
import { AppError } from '../../platform/errors/app-error';
import { SavedReply } from './saved-reply.entity';

const BY_NAME: SortKey[] = [
  { sql: 'lower(reply.name)', kind: 'text', descending: false },
  { sql: 'reply.id', kind: 'uuid', descending: false },
];

@Injectable()
export class SavedRepliesRepository {
  constructor(@InjectRepository(SavedReply) private readonly replies: Repository<SavedReply>) {}

  /** @throws AppError `invalid_cursor` */
  listReplies(page: PageInput): Promise<PageDto<SavedReply>> {
    return readEntityPage(this.replies.createQueryBuilder('reply'), BY_NAME, page);
  }

  findReply(id: string): Promise<SavedReply | null> {
    return this.replies.findOneBy({ id });
  }

  /** @throws AppError `name_taken` */
  async insertReply(reply: SavedReply, event: AuditEvent, request: RequestKey | null): Promise<void> {
    await this.write(event, async (transaction) => {
      await demandFirst(transaction, request, reply.id, reply.created_at);
      return transaction.insert(SavedReply, reply);
    });
  }

  /**
   * @throws AppError `name_taken`
   * @returns null if there is no such reply
   */
  async updateReply(
    id: string,
    changes: PatchSavedReplyDto,
    updated_at: Date,
    event: AuditEvent,
  ): Promise<SavedReply | null> {
    const { affected } = await this.write(event, (transaction) =>
      transaction.update(SavedReply, { id }, { ...changes, updated_at }),
    );
    return affected === 0 ? null : this.replies.findOneBy({ id });
  }

  /** @returns whether there was such a reply */
  async deleteReply(id: string, event: AuditEvent): Promise<boolean> {
    return this.replies.manager.transaction(async (transaction) => {
      const reply = await transaction.findOne(SavedReply, {
        where: { id },
        lock: { mode: 'pessimistic_write' },
      });
      if (reply === null) return false;
      // Before the deletion, because the entry has the name.
      await transaction.insert(AuditEvent, event);
      await transaction.delete(SavedReply, { id });
      return true;
    });
  }

  private write<Result extends object>(
    event: AuditEvent,
    work: (transaction: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    return this.replies.manager
      .transaction(async (transaction) => {
        const result = await work(transaction);
        const isNothing = 'affected' in result && result.affected === 0;
        if (!isNothing) await transaction.insert(AuditEvent, event);
        return result;
      })
      .catch((error: unknown) => {
        if (!breaks(error, 'saved_replies_name')) throw error;
        throw new AppError('name_taken', 'Another saved reply has this name.');
      });
  }
}
