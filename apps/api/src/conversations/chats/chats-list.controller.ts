import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ChatDto, PageDto } from '@groupless/shared-dto';
import { ChatsService } from '../../memory/chats/chats.service';
import { ReadersService } from '../../memory/readers/readers.service';
import { RequiresMemoryRole } from '../../platform/access/access.decorators';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentKnownActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { ConversationsService } from '../conversations.service';
import { ChatsListRequest } from './chats-list.request';

/** Lists the memory's chats with their contacts. It is here because the memory does not know customers. */
@ApiTags('Memory')
@Controller('api/memory/chats')
export class ChatsListController {
  constructor(
    private readonly chats: ChatsService,
    private readonly conversations: ConversationsService,
    private readonly readers: ReadersService,
  ) {}

  @Get()
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({
    summary: 'List the chats with their newest messages, the newest first',
    description:
      'A key of scope `memory` gets the chats whose id begins with `project:`. Of these everybody gets those with own turns or turns ' +
      'of the team; an admin who has confirmed the session gets all.',
    problems: ['invalid_cursor'],
  })
  async list(
    @Query() query: ChatsListRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<PageDto<ChatDto>> {
    return this.chats.list(query, await this.readers.of(actor), (chatIds) =>
      this.conversations.findContacts(chatIds),
    );
  }
}
