import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresRole } from '../shared/access/access.decorators';
import type { Actor, KnownActor } from '../shared/access/caller';
import { CurrentActor, CurrentKnownActor } from '../shared/access/current-caller';
import { Describes } from '../shared/docs/describes';
import { createdIn, ok, type Answer } from '../shared/http/answer';
import { UuidPipe } from '../shared/http/uuid.pipe';
import {
  ConversationMessageResponse,
  ConversationResponse,
  ConversationsPage,
  MessagesResponse,
} from './conversation.response';
import { ConversationsService } from './conversations.service';
import { MessagesService } from './messages.service';
import {
  AssignRequest,
  ConversationListRequest,
  MessagesRequest,
  PatchConversationRequest,
  ReplyRequest,
} from './requests/conversation.requests';

const PATH = 'api/conversations';

@ApiTags('Conversations')
@Controller(PATH)
export class ConversationsController {
  constructor(
    private readonly conversations: ConversationsService,
    private readonly messages: MessagesService,
  ) {}

  @Get()
  @RequiresRole('viewer')
  @Describes({
    summary: 'List the conversations',
    answers: ConversationsPage,
    problems: ['invalid_cursor'],
  })
  async list(@Query() query: ConversationListRequest): Promise<Answer> {
    return ok(await this.conversations.list(query));
  }

  @Get(':id')
  @RequiresRole('viewer')
  @Describes({ summary: 'Read a conversation', answers: ConversationResponse, problems: ['not_found'] })
  async get(@Param('id', UuidPipe) id: string): Promise<Answer> {
    return ok(await this.conversations.get(id));
  }

  @Patch(':id')
  @RequiresRole('operator')
  @Describes({
    summary: 'Change the status or the client of a conversation',
    answers: ConversationResponse,
    problems: ['not_found'],
  })
  async patch(
    @Param('id', UuidPipe) id: string,
    @Body() patch: PatchConversationRequest,
    @CurrentActor() actor: Actor,
  ): Promise<Answer> {
    return ok(await this.conversations.patch(id, patch, actor));
  }

  @Post(':id/read')
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Mark a conversation as read',
    answers: ConversationResponse,
    problems: ['not_found'],
  })
  async markRead(@Param('id', UuidPipe) id: string, @CurrentActor() actor: Actor): Promise<Answer> {
    return ok(await this.conversations.markRead(id, actor));
  }

  @Post(':id/takeover')
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Take a conversation over from the chat agent',
    description:
      'From then on no message of the chat agent is stored, until the conversation is handed back.',
    answers: ConversationResponse,
    problems: ['not_found', 'overloaded'],
  })
  async takeOver(@Param('id', UuidPipe) id: string, @CurrentActor() actor: Actor): Promise<Answer> {
    return ok(await this.conversations.takeOver(id, actor));
  }

  @Post(':id/handback')
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Hand a conversation back to the chat agent',
    description: 'Whatever its status, it is open then; but one that is closed stays so.',
    answers: ConversationResponse,
    problems: ['not_found'],
  })
  async handBack(@Param('id', UuidPipe) id: string, @CurrentActor() actor: Actor): Promise<Answer> {
    return ok(await this.conversations.handBack(id, actor));
  }

  @Post(':id/assign')
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Assign a conversation to a user, or to nobody',
    description: 'Taking a conversation over assigns it too.',
    answers: ConversationResponse,
    problems: ['not_found'],
  })
  async assign(
    @Param('id', UuidPipe) id: string,
    @Body() { user_id }: AssignRequest,
    @CurrentActor() actor: Actor,
  ): Promise<Answer> {
    return ok(await this.conversations.assign(id, user_id, actor));
  }

  @Get(':id/messages')
  @RequiresRole('viewer')
  @Describes({
    summary: 'Read the newest messages of a conversation, or those before one of them',
    answers: MessagesResponse,
    problems: ['not_found'],
  })
  async listMessages(@Param('id', UuidPipe) id: string, @Query() query: MessagesRequest): Promise<Answer> {
    return ok(await this.messages.list(id, query));
  }

  @Post(':id/messages')
  @RequiresRole('operator')
  @Describes({
    summary: 'Answer in a conversation that was taken over',
    description: 'The chat agent gets the answer with its next ping, in `deliver`.',
    creates: ConversationMessageResponse,
    problems: ['not_found', 'not_taken_over', 'overloaded'],
  })
  async reply(
    @Param('id', UuidPipe) id: string,
    @Body() { text }: ReplyRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer> {
    return createdIn(`/${PATH}/${id}/messages`, await this.messages.reply(id, text, actor));
  }
}
