import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { LastSessionDto, StoredChatMessagesDto } from '@groupless/shared-dto';
import { TellsMasked } from '../../platform/http/masked-count';
import { RequiresMemoryKey } from '../../platform/access/access.decorators';
import { CallingSession, type AssistantSessionCaller } from '../../platform/access/assistant-session';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentActor, CurrentKnownActor } from '../../platform/access/current-caller';
import { SenderClock } from '../../platform/access/sender-clock';
import { placeOwnerOf, sourceOf, type WriteSource } from '../../platform/access/write-source';
import { Describes } from '../../platform/docs/describes';
import { AssistantRunsService } from '../assistants/assistant-runs.service';
import type { Reader } from '../readers/reader';
import { ReaderPipe } from '../readers/reader.pipe';
import { ChatIdPipe } from './chat-id.pipe';
import { ChatMessagesService } from './chat-messages.service';
import { LastSessionRequest } from './turns/last-session.request';
import { ProjectTurnsService } from './turns/project-turns.service';
import { StoreChatMessagesRequest } from './store-messages.request';

@ApiTags('Memory')
@Controller('api/memory/chats')
export class ChatsController {
  constructor(
    private readonly messages: ChatMessagesService,
    private readonly turns: ProjectTurnsService,
    private readonly runs: AssistantRunsService,
  ) {}

  @Post(':chat_id/messages')
  @TellsMasked()
  @HttpCode(200)
  @RequiresMemoryKey('operator')
  @Describes({
    summary: 'Store messages of a chat about a project',
    description:
      'The id of the chat begins with `project:`. A message whose `external_id` is known is left alone. ' +
      'It is a turn of the user for whom the key opens the memory.',
    problems: ['forbidden', 'unfilled_placeholder'],
  })
  async store(
    @Param('chat_id', ChatIdPipe) chat_id: string,
    @Body() said: StoreChatMessagesRequest,
    @CallingSession() run: AssistantSessionCaller | null,
    @CurrentKnownActor() actor: KnownActor,
    @SenderClock() clock: Pick<WriteSource, 'sent_ms'>,
  ): Promise<StoredChatMessagesDto> {
    const source = { ...sourceOf(actor), ...clock };
    return this.runs.noteWrite(run, await this.messages.storeOfProject(chat_id, said, source), {
      chat_id,
      owner: placeOwnerOf(source),
    });
  }

  @Get(':chat_id/last-session')
  @RequiresMemoryKey('viewer')
  @Describes({
    summary: 'Read the last turns of one session about a project',
    description:
      'Of the session that is resumed, else of the one whose last turn is newest; with where that was, and the branches of the newest ' +
      'sessions. Turns that the quarantine holds are left out.',
    problems: ['not_found'],
  })
  lastSession(
    @Param('chat_id', ChatIdPipe) chat_id: string,
    @Query() query: LastSessionRequest,
    @CurrentKnownActor() actor: KnownActor,
    @CurrentActor(ReaderPipe) reader: Reader,
  ): Promise<LastSessionDto> {
    return this.turns.lastSession(chat_id, placeOwnerOf(sourceOf(actor)), reader, query);
  }
}
