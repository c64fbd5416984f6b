import { Injectable } from '@nestjs/common';
import type {
  ChatHistoryQueryDto,
  SessionSummaryInputDto,
  TaskInputDto,
  UpdateStateInputDto,
} from '@groupless/shared-dto';
import { ChatsService } from '../memory/chats.service';
import { ContextService } from '../memory/context.service';
import { SessionsService } from '../memory/sessions.service';
import { StateService } from '../memory/state.service';
import { TasksService } from '../memory/tasks.service';
import { Answer, created, ok } from '../shared/http/answer';
import { entityTag } from '../shared/http/entity-tag';

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

  async loadContext(): Promise<Answer> {
    const { json, tokens, omitted } = await this.context.load();
    return new Answer(200, json, {
      etag: entityTag(json),
      'cache-control': 'private, no-cache',
      'x-context-tokens': String(tokens),
      'x-context-omitted': omitted,
    });
  }

  async storeSummary(summary: SessionSummaryInputDto, idempotency_key: string | null): Promise<Answer> {
    const stored = await this.sessions.store(summary, idempotency_key);
    return stored.created ? created(stored.json) : ok(stored.json);
  }

  async updateState(entry: UpdateStateInputDto): Promise<Answer> {
    const { result, json } = await this.state.update(entry);
    return result === 'created' ? created(json) : ok(json);
  }

  async changeTask({ action, ...task }: TaskInputDto): Promise<Answer> {
    const { result, json } = await (action === 'create'
      ? this.tasks.create(task)
      : this.tasks.end(action, task));
    return result === 'created' ? created(json) : ok(json);
  }

  async loadChatHistory(query: ChatHistoryQueryDto): Promise<Answer> {
    return ok(await this.chats.history(query));
  }
}
