import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type {
  AgentStateDto,
  AssigneeDto,
  ConversationCountsDto,
  MessageHitDto,
  PageDto,
  UndeliveredDto,
} from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { CurrentCaller } from '../../platform/access/current-caller';
import { Clock } from '../../platform/clock';
import { Describes } from '../../platform/docs/describes';
import { UsersService } from '../../users/users.service';
import { ConversationCountsService } from '../counts/conversation-counts.service';
import { AgentAbsenceService } from '../agent-absence/agent-absence.service';
import { MessageSearchRequest } from './message-search.request';
import { MessageSearchService } from './message-search.service';

/** Routes over all conversations. */
@ApiTags('Conversations')
@Controller('api/conversations')
export class MessageSearchController {
  constructor(
    private readonly search: MessageSearchService,
    private readonly users: UsersService,
    private readonly agent: AgentAbsenceService,
    private readonly counts: ConversationCountsService,
    private readonly clock: Clock,
  ) {}

  @Get('agent')
  @RequiresRole('viewer')
  @Describes({
    summary: 'Read whether the chat agent answers',
    description: 'While it does not, what a customer writes sets `needs_human`.',
  })
  readAgent(): Promise<AgentStateDto> {
    return this.agent.state();
  }

  @Get('counts')
  @RequiresRole('viewer')
  @Describes({
    summary: 'Count the conversations that somebody should look at',
  })
  count(@CurrentCaller() caller: Caller): Promise<ConversationCountsDto> {
    return this.counts.countAttention(caller);
  }

  @Get('undelivered')
  @RequiresRole('viewer')
  @Describes({
    summary: 'List the conversations whose replies have not reached their customers for ten minutes',
    description: 'The oldest first, at most 50.',
  })
  listUndelivered(): Promise<UndeliveredDto[]> {
    return this.counts.listUndelivered(this.clock.now());
  }

  @Get('messages')
  @RequiresRole('viewer')
  @Describes({
    summary: 'Search the messages of all conversations, or of one',
    problems: ['not_found', 'invalid_cursor'],
  })
  find(@Query() query: MessageSearchRequest): Promise<PageDto<MessageHitDto>> {
    return this.search.find(query);
  }

  @Get('assignees')
  @RequiresRole('viewer')
  @Describes({
    summary: 'List the users whom a conversation can be assigned to',
  })
  listAssignees(): Promise<AssigneeDto[]> {
    return this.users.listOperators();
  }
}
