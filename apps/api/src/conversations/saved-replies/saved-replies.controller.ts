import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { PageDto, SavedReplyDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { Actor } from '../../platform/access/caller';
import { CurrentActor } from '../../platform/access/current-caller';
import { createdOnce, MadeOnce, type RequestKey } from '../../database/request-keys';
import { Describes } from '../../platform/docs/describes';
import type { Answer } from '../../platform/http/answer';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { PageRequest } from '../../platform/validation/page.request';
import { SavedRepliesService } from './saved-replies.service';
import { CreateSavedReplyRequest, PatchSavedReplyRequest } from './saved-reply.request';

const PATH = 'api/settings/saved-replies';

@ApiTags('Conversations')
@Controller(PATH)
export class SavedRepliesController {
  constructor(private readonly replies: SavedRepliesService) {}

  @Get()
  @RequiresRole('viewer')
  @Describes({
    summary: 'List the saved replies by name',
    problems: ['invalid_cursor'],
  })
  list(@Query() page: PageRequest): Promise<PageDto<SavedReplyDto>> {
    return this.replies.list(page);
  }

  @Post()
  @RequiresRole('operator')
  @Describes({ summary: 'Save a reply to use again', once: true, problems: ['name_taken'] })
  create(
    @Body() reply: CreateSavedReplyRequest,
    @MadeOnce('saved_reply') request: RequestKey | null,
    @CurrentActor() actor: Actor,
  ): Promise<Answer<SavedReplyDto>> {
    const make = () => this.replies.create(reply, actor, request);
    return createdOnce(`/${PATH}`, make, (id) => this.replies.get(id));
  }

  @Patch(':id')
  @RequiresRole('operator')
  @Describes({
    summary: 'Change a saved reply',
    description: 'Fields that are left out stay as they are.',
    problems: ['not_found', 'name_taken'],
  })
  patch(
    @Param('id', UuidPipe) id: string,
    @Body() changes: PatchSavedReplyRequest,
    @CurrentActor() actor: Actor,
  ): Promise<SavedReplyDto> {
    return this.replies.patch(id, changes, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequiresRole('operator')
  @Describes({ summary: 'Remove a saved reply', problems: ['not_found'] })
  remove(@Param('id', UuidPipe) id: string, @CurrentActor() actor: Actor): Promise<void> {
    return this.replies.remove(id, actor);
  }
}
