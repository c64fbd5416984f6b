import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type {
  PageDto,
  ConversationDto,
  MessagesDto,
  ConversationMessageDto,
  TakenBackReplyDto,
} from '@groupless/shared-dto';
import { RequiresRole } from '../platform/access/access.decorators';
import type { Caller, KnownActor } from '../platform/access/caller';
import { CurrentCaller, CurrentKnownActor } from '../platform/access/current-caller';
import { Describes } from '../platform/docs/describes';
import { Answer, ok, okOrNothing } from '../platform/http/answer';
import { IdempotencyKey } from '../platform/http/headers/idempotency-key';
import { RowIdPipe } from '../platform/http/row-id.pipe';
import { UuidPipe } from '../platform/http/uuid.pipe';
import { ConversationsService } from './conversations.service';
import { MessagesService } from './messages.service';
import { ReadsService } from './reads/reads.service';
import {
  AssignRequest,
  ForceQuery,
  ForceRequest,
  HandBackRequest,
  ConversationListRequest,
  PatchConversationRequest,
  ReadRequest,
  ReplyRequest,
  ThreadRequest,
  UnreadRequest,
} from './requests/conversation.requests';

const PATH = 'api/conversations';

@ApiTags('Conversations')
@Controller(PATH)
export class ConversationsController {
  constructor(
    private readonly conversations: ConversationsService,
    private readonly messages: MessagesService,
    private readonly reads: ReadsService,
  ) {}

  @Get()
  @RequiresRole('viewer')
  @Describes({
    summary: 'List the conversations',
    problems: ['invalid_cursor', 'unfilled_placeholder'],
  })
  async list(
    @Query() query: ConversationListRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<Answer<PageDto<ConversationDto>>> {
    return ok(await this.conversations.list(query, caller));
  }

  @Get(':id')
  @RequiresRole('viewer')
  @Describes({ summary: 'Read a conversation', problems: ['not_found'] })
  async get(
    @Param('id', UuidPipe) id: string,
    @CurrentCaller() caller: Caller,
  ): Promise<Answer<ConversationDto>> {
    return ok(await this.conversations.get(id, caller));
  }

  @Patch(':id')
  @RequiresRole('operator')
  @Describes({
    summary: 'Change the status or the client of a conversation',
    description:
      'With `force: false` the status of one that a colleague has is not changed: 409 `taken_by`. Where `force` or ' +
      '`leave_undelivered` is sent, it is neither closed nor opened for the agent while the customer has not got a reply.',
    problems: ['not_found', 'taken_by', 'reply_undelivered', 'overloaded'],
  })
  async patch(
    @Param('id', UuidPipe) id: string,
    @Body() patch: PatchConversationRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<ConversationDto>> {
    return ok(await this.conversations.patch(id, patch, actor));
  }

  @Post(':id/read')
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Mark a conversation as read',
    description:
      'By a user for the user alone. `up_to` is the id of the last message that was seen: what came later has a higher one, ' +
      'whenever it was written. The count that keys see ends with it, too.',
    problems: ['not_found'],
  })
  async markRead(
    @Param('id', UuidPipe) id: string,
    @Body() read: ReadRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<ConversationDto>> {
    return ok(await this.reads.markRead(id, read, actor));
  }

  @Post(':id/unread')
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Mark a conversation as unread',
    description: 'For later: by a user for the user alone, with `from` from that message on.',
    problems: ['not_found'],
  })
  async markUnread(
    @Param('id', UuidPipe) id: string,
    @Body() unread: UnreadRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<ConversationDto>> {
    return ok(await this.reads.markUnread(id, unread, actor));
  }

  @Post(':id/typing')
  @HttpCode(204)
  @RequiresRole('operator')
  @Describes({
    summary: 'Say that somebody writes a reply',
    description: 'For five minutes the rules do not hand it back to the agent.',
    problems: ['not_found'],
  })
  noteTyping(@Param('id', UuidPipe) id: string): Promise<void> {
    return this.conversations.noteTyping(id);
  }

  @Post(':id/takeover')
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Take a conversation over from the chat agent',
    description:
      'From then on nothing that the chat agent says is stored, until the conversation is handed back. One that a ' +
      'colleague has is taken with `force` alone.',
    problems: ['not_found', 'taken_by', 'overloaded'],
  })
  async takeOver(
    @Param('id', UuidPipe) id: string,
    @Body() { force = false }: ForceRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<ConversationDto>> {
    return ok(await this.conversations.takeOver(id, force, actor));
  }

  @Post(':id/handback')
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Hand a conversation back to the chat agent',
    description:
      'Whatever its status, it is open then; but one that is closed stays so. One that a colleague has is handed ' +
      'back with `force` alone, and one with a reply that the customer has not got with `leave_undelivered` alone (or, the ' +
      'own one, with `force`): the agent would answer before it.',
    problems: ['not_found', 'taken_by', 'reply_undelivered', 'overloaded'],
  })
  async handBack(
    @Param('id', UuidPipe) id: string,
    @Body() given: HandBackRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<ConversationDto>> {
    return ok(await this.conversations.handBack(id, given, actor));
  }

  @Post(':id/assign')
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Assign a conversation to a user, or to nobody',
    description:
      'Taking a conversation over assigns it too. With `force: false` one that a colleague has taken over is not ' +
      'assigned to somebody else, or to nobody: 409 `taken_by`. While the customer has not got a reply, one that was taken ' +
      'over is assigned with `leave_undelivered` alone.',
    problems: ['not_found', 'taken_by', 'reply_undelivered', 'overloaded'],
  })
  async assign(
    @Param('id', UuidPipe) id: string,
    @Body() assignment: AssignRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<ConversationDto>> {
    return ok(await this.conversations.assign(id, assignment, actor));
  }

  @Get(':id/messages')
  @RequiresRole('viewer')
  @Describes({
    summary: 'Read the newest messages of a conversation, or those before, around or after one of them',
    description:
      'One of `before`, `around` and `after` at most. A message that is not of the conversation is 404 for the latter two.',
    problems: ['not_found'],
  })
  async listMessages(
    @Param('id', UuidPipe) id: string,
    @Query() query: ThreadRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<Answer<MessagesDto>> {
    return ok(await this.messages.list(id, query, seesTakenBack(caller)));
  }

  @Post(':id/messages')
  @RequiresRole('operator')
  @Describes({
    summary: 'Answer in a conversation that was taken over',
    description:
      'The chat agent of the way on which the customer wrote last gets the answer with its next ping, in `deliver`.',
    once: true,
    problems: ['not_found', 'not_taken_over', 'taken_by', 'overloaded'],
  })
  async reply(
    @Param('id', UuidPipe) id: string,
    @Body() given: ReplyRequest,
    @CurrentKnownActor() actor: KnownActor,
    @IdempotencyKey() key: string | null,
  ): Promise<Answer<ConversationMessageDto>> {
    const { is_new, row } = await this.messages.reply(id, given, actor, key);
    return is_new ? new Answer(201, row, { location: `/${PATH}/${id}/messages` }) : ok(row);
  }

  @Delete(':id/messages/:message_id')
  @HttpCode(204)
  @RequiresRole('operator')
  @Describes({
    summary: 'Take back a reply that has not reached the customer, or erase a message that a ping brought',
    description:
      'A reply that was taken back stays in the thread, struck out; no agent gets it any more. 200 if an agent has got it ' +
      'and not confirmed it: the customer may have it. With `force=false` it is not taken back in a conversation that a ' +
      'colleague has: 409 `taken_by`. A message that a ping brought is erased with its versions, by users alone; in a ' +
      'conversation that a colleague has, with `force=true` alone.',
    or: 200,
    problems: ['not_found', 'taken_by', 'already_delivered', 'overloaded'],
  })
  async removeMessage(
    @Param('id', UuidPipe) id: string,
    @Param('message_id', RowIdPipe) message_id: number,
    @Query() { force }: ForceQuery,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<TakenBackReplyDto>> {
    const forced = force === undefined ? undefined : force === 'true';
    return okOrNothing(await this.messages.remove(id, message_id, forced, actor));
  }
}

/** Keys of agents and models do not see what was taken back. */
function seesTakenBack(caller: Caller): boolean {
  return caller.kind === 'user' || !caller.scopes.some((scope) => scope === 'agent' || scope === 'memory');
}
