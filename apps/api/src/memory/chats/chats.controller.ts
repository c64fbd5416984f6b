import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { StoredChatMessagesDto } from '@groupless/shared-dto';
import { TellsMasked } from '../../shared/http/masked-count';
import { RequiresRole, RequiresScope } from '../../shared/access/access.decorators';
import { CallingSession, type AssistantSessionCaller } from '../../shared/access/assistant-session';
import type { Caller } from '../../shared/access/caller';
import { CurrentCaller } from '../../shared/access/current-caller';
import { Describes } from '../../shared/docs/describes';
import { ok, type Answer } from '../../shared/http/answer';
import { PageRequest } from '../../shared/validation/page.request';
import { ChatsPage, StoredChatMessagesResponse } from '../rows.response';
import { AssistantRunsService } from '../assistants/assistant-runs.service';
import { ChatIdPipe } from './chat-id.pipe';
import { ChatMessagesService } from './chat-messages.service';
import { ChatsService } from './chats.service';
import { readableChats } from './readable-chats';
import { StoreChatMessagesRequest } from './store-messages.request';

@ApiTags('Memory')
@Controller('api/memory/chats')
export class ChatsController {
  constructor(
    private readonly chats: ChatsService,
    private readonly messages: ChatMessagesService,
    private readonly runs: AssistantRunsService,
  ) {}

  @Get()
  @RequiresRole('viewer', 'memory')
  @Describes({
    summary: 'List the chats by their ids, each with its newest message',
    description: 'A key of scope `memory` gets the chats whose id begins with `project:`.',
    answers: ChatsPage,
    problems: ['invalid_cursor'],
  })
  async list(@Query() query: PageRequest, @CurrentCaller() caller: Caller): Promise<Answer> {
    return ok(await this.chats.list(query, readableChats(caller)));
  }

  @Post(':chat_id/messages')
  @TellsMasked()
  @HttpCode(200)
  @RequiresScope('memory')
  @Describes({
    summary: 'Store messages of a chat about a project',
    description:
      'The id of the chat begins with `project:`. A message whose `external_id` is known is left alone.',
    answers: StoredChatMessagesResponse,
    problems: ['forbidden'],
  })
  async store(
    @Param('chat_id', ChatIdPipe) chat_id: string,
    @Body() { messages }: StoreChatMessagesRequest,
    @CallingSession() run: AssistantSessionCaller | null,
  ): Promise<StoredChatMessagesDto> {
    return this.runs.noteWrite(run, await this.messages.storeOfProject(chat_id, messages), chat_id);
  }
}
