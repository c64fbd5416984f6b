import { Injectable } from '@nestjs/common';
import type {
  ChatHistoryQueryDto,
  ContextFormat,
  ContextQueryDto,
  SessionSummaryInputDto,
  TaskInputDto,
  UpdateStateInputDto,
} from '@groupless/shared-dto';
import { ChatsService } from '../memory/chats/chats.service';
import { contextAnswer } from '../memory/context/context.response';
import { ContextService } from '../memory/context/context.service';
import { SessionsService } from '../memory/records/sessions/sessions.service';
import { StateService } from '../memory/records/state/state.service';
import { TasksService } from '../memory/records/tasks/tasks.service';
import type { ContentCoding } from '../shared/http/accept';
import { createdAt, ok, type Answer } from '../shared/http/answer';

/** Puts what the memory answers into the terms of HTTP. */
@Injectable()
export class MemoryWebhooksService {
  constructor(
    private readonly context: ContextService,
    private readonly sessions: SessionsService,
    private readonly state: StateService,
    private readonly tasks: TasksService,
    private readonly chats: ChatsService,
  ) {}

  async loadContext(
    { budget }: ContextQueryDto,
    format: ContextFormat,
    coding: ContentCoding,
  ): Promise<Answer> {
    return contextAnswer(await this.context.load({ budget, format }), coding, 'Accept, Accept-Encoding');
  }

  async storeSummary(summary: SessionSummaryInputDto, idempotency_key: string | null): Promise<Answer> {
    const { created, id, json } = await this.sessions.store(summary, idempotency_key);
    return created ? createdAt('/api/memory/sessions', { id, row: json }) : ok(json);
  }

  async updateState(entry: UpdateStateInputDto): Promise<Answer> {
    const { result, json } = await this.state.update(entry);
    return result === 'created' ? createdAt('/api/memory/state', { id: entry.key, row: json }) : ok(json);
  }

  async changeTask({ action, ...task }: TaskInputDto): Promise<Answer> {
    const { id, json } = await (action === 'create' ? this.tasks.create(task) : this.tasks.end(action, task));
    return id === null ? ok(json) : createdAt('/api/memory/tasks', { id, row: json });
  }

  async loadChatHistory(query: ChatHistoryQueryDto): Promise<Answer> {
    return ok(await this.chats.history(query));
  }
}
