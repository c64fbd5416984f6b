import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GuardedBy } from '../shared/access/access.decorators';
import type { ContextFormat } from '@groupless/shared-dto';
import { Describes } from '../shared/docs/describes';
import type { ContentCoding } from '../shared/http/accept';
import { AcceptedCoding } from '../shared/http/accepted-coding';
import type { Answer } from '../shared/http/answer';
import { MemoryWebhooksService } from './memory-webhooks.service';
import { AcceptedFormat } from './requests/accepted-format';
import { ChatHistoryRequest } from './requests/chat-history.request';
import { ContextRequest } from './requests/context.request';
import { IdempotencyKey } from './requests/idempotency-key';
import { SessionSummaryRequest } from './requests/session-summary.request';
import { TaskRequest } from './requests/task.request';
import { UpdateStateRequest } from './requests/update-state.request';
import { AnswersContext } from '../memory/context/context.response';
import { ChatHistoryResponse } from './responses/reads.response';
import { SessionSummaryResponse, TaskResponse, UpdateStateResponse } from './responses/writes.response';
import { WebhookGet, WebhookPost } from './webhook.decorator';
import { WebhookGuard } from './webhook.guard';

/** The five webhooks with which an assistant remembers. */
@ApiTags('Memory webhooks')
@Controller('webhook')
@GuardedBy(WebhookGuard, 'webhook')
export class MemoryWebhooksController {
  constructor(private readonly webhooks: MemoryWebhooksService) {}

  @WebhookGet('assistant-context')
  @AnswersContext()
  @Describes({
    summary: 'Load the context at the start of a session',
    description:
      'Projects, the ten newest sessions, the state, people and pending tasks; at most 500 rows a list. ' +
      'As JSON, or with `Accept: text/markdown` as a brief for a prompt. A budget cuts long texts with `…` ' +
      'first, then leaves out the least useful rows; never a part of a task.',
  })
  context(
    @Query() query: ContextRequest,
    @AcceptedFormat() format: ContextFormat,
    @AcceptedCoding() coding: ContentCoding,
  ): Promise<Answer> {
    return this.webhooks.loadContext(query, format, coding);
  }

  @WebhookPost('assistant-session-summary')
  @Describes({
    summary: 'Store what happened in a session',
    description: 'With an `Idempotency-Key`, a repeat within 24 hours answers the first row with status 200.',
    creates: SessionSummaryResponse,
    answers: SessionSummaryResponse,
    problems: ['idempotency_key_reused'],
  })
  storeSummary(
    @Body() summary: SessionSummaryRequest,
    @IdempotencyKey() key: string | null,
  ): Promise<Answer> {
    return this.webhooks.storeSummary(summary, key);
  }

  @WebhookPost('assistant-update-state')
  @Describes({
    summary: 'Insert or update a state entry by its key',
    creates: UpdateStateResponse,
    answers: UpdateStateResponse,
  })
  updateState(@Body() entry: UpdateStateRequest): Promise<Answer> {
    return this.webhooks.updateState(entry);
  }

  @WebhookPost('assistant-task')
  @Describes({
    summary: 'Create, complete or cancel a task',
    description: 'A task is known by its whole text. Every action can be repeated without harm.',
    creates: TaskResponse,
    answers: TaskResponse,
    problems: ['task_not_found', 'task_not_pending', 'project_not_found'],
  })
  changeTask(@Body() task: TaskRequest): Promise<Answer> {
    return this.webhooks.changeTask(task);
  }

  @WebhookGet('chat-history')
  @Describes({ summary: 'Load the newest messages of a chat, oldest first', answers: ChatHistoryResponse })
  chatHistory(@Query() query: ChatHistoryRequest): Promise<Answer> {
    return this.webhooks.loadChatHistory(query);
  }
}
