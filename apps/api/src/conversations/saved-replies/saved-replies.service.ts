import { Injectable } from '@nestjs/common';
import type { CreateSavedReplyDto, PageDto, PatchSavedReplyDto, SavedReplyDto } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import { mapPage } from '../../database/pages/read-entity-page';
import type { PageInput } from '../../database/pages/read-page';
import type { RequestKey } from '../../database/request-keys';
import type { Actor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { found } from '../../platform/errors/found';
import { newId } from '../../shared/new-id';
import { SavedRepliesRepository } from './saved-replies.repository';
import type { SavedReply } from './saved-reply.entity';

@Injectable()
export class SavedRepliesService {
  constructor(
    private readonly replies: SavedRepliesRepository,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `invalid_cursor` */
  async list(page: PageInput): Promise<PageDto<SavedReplyDto>> {
    return mapPage(await this.replies.listReplies(page), toDto);
  }

  /** @throws AppError `not_found` */
  async get(id: string): Promise<SavedReplyDto> {
    return toDto(found(await this.replies.findReply(id), 'saved reply'));
  }

  /** @throws AppError `name_taken` */
  async create(
    { name, text }: CreateSavedReplyDto,
    actor: Actor,
    request: RequestKey | null,
  ): Promise<SavedReplyDto> {
    const now = this.clock.now();
    const reply = { id: newId(now), name, text, created_at: now, updated_at: now };
    await this.replies.insertReply(reply, this.eventOf('created', reply.id, actor), request);
    return toDto(reply);
  }

  /** @throws AppError `not_found`, `name_taken` */
  async patch(id: string, changes: PatchSavedReplyDto, actor: Actor): Promise<SavedReplyDto> {
    const event = this.eventOf('updated', id, actor);
    return toDto(found(await this.replies.updateReply(id, changes, this.clock.now(), event), 'saved reply'));
  }

  /** @throws AppError `not_found` */
  async remove(id: string, actor: Actor): Promise<void> {
    found(await this.replies.deleteReply(id, this.eventOf('deleted', id, actor)), 'saved reply');
  }

  private eventOf(what: 'created' | 'updated' | 'deleted', id: string, actor: Actor) {
    return this.audit.eventOf(actor, { action: `saved_reply.${what}`, object: `saved_reply:${id}` });
  }
}

function toDto({ id, name, text, created_at, updated_at }: SavedReply): SavedReplyDto {
  return { id, name, text, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
}
