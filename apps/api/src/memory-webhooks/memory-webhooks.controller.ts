import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GuardedBy } from '../platform/access/access.decorators';
import {
  CallingSession,
  ProjectAtHand,
  type AssistantSessionCaller,
} from '../platform/access/assistant-session';
import type {
  ContextDto,
  ContextFormat,
  SessionSummaryResultDto,
  UpdateStateResultDto,
  TaskResultDto,
  ChatHistoryDto,
} from '@groupless/shared-dto';
import type { PossibleActor } from '../platform/access/caller';
import { CurrentActor } from '../platform/access/current-caller';
import { Describes } from '../platform/docs/describes';
import type { ContentCoding } from '../platform/http/headers/accept';
import { AcceptedCoding } from '../platform/http/headers/accepted-coding';
import { ok, type Answer } from '../platform/http/answer';
import { AcceptedFormat } from './requests/accepted-format';
import { ChatHistoryRequest } from './requests/chat-history.request';
import { ContextRequest } from './requests/context.request';
import { AnyIdempotencyKey } from '../platform/http/headers/idempotency-key';
import { SessionSummaryRequest } from './requests/session-summary.request';
import { TaskRequest } from './requests/task.request';
import { UpdateStateRequest } from './requests/update-state.request';
import { ReadersService } from '../memory/readers/readers.service';
import { AssistantRunsService } from '../memory/assistants/assistant-runs.service';
import { ChatMessagesService } from '../memory/chats/chat-messages.service';
import { TellsMasked } from '../platform/http/masked-count';
import { ContextService } from '../memory/brief/context.service';
import { AnswersContext, contextAnswer, toldBefore } from '../memory/public';
import { OptionalHeader } from '../platform/http/headers/documented-header';
import { SessionsService } from '../memory/records/sessions/sessions.service';
import { StateService } from '../memory/records/state/state.service';
import { TasksService } from '../memory/records/tasks/tasks.service';
import type { WriteSource } from '../platform/access/write-source';
import { WebhookSource } from './requests/webhook-source';
import { writeAnswer } from './responses/write-answer';
import { WebhookGet, WebhookPost } from './webhook.decorator';
import { WebhookGuard } from './webhook.guard';

/** The five webhooks with which an assistant remembers. */
@ApiTags('Memory webhooks')
@Controller('webhook')
@GuardedBy(WebhookGuard, 'webhook')
export class MemoryWebhooksController {
  constructor(
    private readonly contexts: ContextService,
    private readonly sessions: SessionsService,
    private readonly state: StateService,
    private readonly tasks: TasksService,
    private readonly messages: ChatMessagesService,
    private readonly runs: AssistantRunsService,
    private readonly readers: ReadersService,
  ) {}

  @WebhookGet('assistant-context')
  @AnswersContext()
  @Describes({
    summary: 'Load the context at the start of a session',
    description:
      'Projects, the ten newest sessions, the state, people and pending tasks; at most 500 rows a list. ' +
      'As JSON, or with `Accept: text/markdown` as a brief for a prompt. A budget cuts long texts with `…` ' +
      'first, then leaves out the least useful rows; never a part of a task.',
    problems: ['overloaded', 'project_ambiguous'],
  })
  async context(
    @Query() { budget, project }: ContextRequest,
    @AcceptedFormat() format: ContextFormat,
    @AcceptedCoding() coding: ContentCoding,
    @CallingSession() run: AssistantSessionCaller | null,
    @OptionalHeader('x-context-told') sent: string | undefined,
    @CurrentActor() actor: PossibleActor,
  ): Promise<Answer<ContextDto>> {
    const reader = await this.readers.of(actor);
    const told = toldBefore(sent, run?.session_id ?? null);
    return contextAnswer(
      this.runs.noteBrief(run, await this.contexts.load({ budget, format, project, reader, told })),
      coding,
      'Accept, Accept-Encoding',
    );
  }

  @WebhookPost('assistant-session-summary')
  @TellsMasked()
  @Describes({
    summary: 'Store what happened in a session',
    description:
      'With an `Idempotency-Key`, a repeat within 24 hours answers the first row with status 200, as does the same summary by the ' +
      'same API key within an hour. A `session_id` that the key told of before changes the row of that session (`updated`). ' +
      'Either that is an unfilled placeholder, such as `{{ $json.id }}`, counts as missing, and the answer has `warnings`.',
    or: 201,
    problems: ['idempotency_key_reused'],
  })
  async storeSummary(
    @Body() summary: SessionSummaryRequest,
    @AnyIdempotencyKey() key: string | null,
    @WebhookSource() source: WriteSource,
    @CallingSession() run: AssistantSessionCaller | null,
    @ProjectAtHand() project: string | null,
  ): Promise<Answer<SessionSummaryResultDto>> {
    return writeAnswer(
      '/api/memory/sessions',
      this.runs.noteWrite(run, await this.sessions.store(summary, key, source, project)),
    );
  }

  @WebhookPost('assistant-update-state')
  @TellsMasked()
  @Describes({
    summary: 'Insert or update a state entry by its key',
    description: 'Of the project that `project` or `x-assistant-project` says, else of none.',
    or: 201,
    problems: ['project_not_found', 'project_ambiguous'],
  })
  async updateState(
    @Body() entry: UpdateStateRequest,
    @WebhookSource() source: WriteSource,
    @ProjectAtHand() project: string | null,
  ): Promise<Answer<UpdateStateResultDto>> {
    return writeAnswer('/api/memory/state', await this.state.update(entry, source, project));
  }

  @WebhookPost('assistant-task')
  @TellsMasked()
  @Describes({
    summary: 'Create, complete or cancel a task',
    description:
      'A task is known by its project and its whole text, or by its `id`. Without a project a text is looked for among all; ' +
      'that of pending tasks of several projects is refused. Every action can be repeated without harm.',
    or: 201,
    problems: [
      'task_not_found',
      'task_not_pending',
      'task_ambiguous',
      'project_not_found',
      'project_ambiguous',
    ],
  })
  async changeTask(
    @Body() task: TaskRequest,
    @WebhookSource() source: WriteSource,
    @ProjectAtHand() project: string | null,
  ): Promise<Answer<TaskResultDto>> {
    return writeAnswer('/api/memory/tasks', await this.tasks.change(task, source, project));
  }

  @WebhookGet('chat-history')
  @Describes({
    summary: 'Load the newest messages of a chat, oldest first',
    description: 'Of a chat about a project those of the owner of the key, and those of the team.',
    problems: ['unfilled_placeholder'],
  })
  async chatHistory(
    @Query() query: ChatHistoryRequest,
    @CurrentActor() actor: PossibleActor,
  ): Promise<Answer<ChatHistoryDto>> {
    return ok(await this.messages.history(query, await this.readers.of(actor)));
  }
}
