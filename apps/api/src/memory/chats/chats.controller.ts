import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { StoredChatMessagesDto } from '@groupless/shared-dto';
import { TellsMasked } from '../../shared/http/masked-count';
import { RequiresScope } from '../../shared/access/access.decorators';
import { CallingSession, type AssistantSessionCaller } from '../../shared/access/assistant-session';
import { Describes } from '../../shared/docs/describes';
import { StoredChatMessagesResponse } from '../rows.response';
import { AssistantRunsService } from '../assistants/assistant-runs.service';
import { ChatIdPipe } from './chat-id.pipe';
import { ChatMessagesService } from './chat-messages.service';
import { StoreChatMessagesRequest } from './store-messages.request';

@ApiTags('Memory')
@Controller('api/memory/chats')
export class ChatsController {
  constructor(
    private readonly messages: ChatMessagesService,
    private readonly runs: AssistantRunsService,
  ) {}

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
