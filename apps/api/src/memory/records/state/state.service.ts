import { Injectable } from '@nestjs/common';
import type { PutStateDto, StateResult, UpdateStateInputDto } from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import type { PageInput } from '../../../database/read-page';
import { EventsService } from '../../../events/events.service';
import type { Actor } from '../../../shared/access/caller';
import { jsonObject, toJsonText, type JsonText } from '../../../shared/http/json-text';
import { found } from '../../found';
import { StateRepository, type StateSort } from './state.repository';

@Injectable()
export class StateService {
  constructor(
    private readonly state: StateRepository,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  /**
   * Inserts or updates the entry of a key.
   * @returns what happened, and an `UpdateStateResultDto` as JSON
   */
  async update(input: UpdateStateInputDto): Promise<{ result: StateResult; json: JsonText }> {
    const { result, row, previous_value } = await this.state.upsertState(
      input.key,
      input.value,
      input.category ?? null,
    );
    if (result !== 'unchanged') this.events.announce('state.updated', input.key);
    return { result, json: jsonObject({ result: toJsonText(result), state: row, previous_value }) };
  }

  list(query: PageInput & { category?: string; sort?: StateSort }): Promise<JsonText> {
    const { category = null, sort = 'category', ...page } = query;
    return this.state.listState(category, sort, page);
  }

  async get(key: string): Promise<JsonText> {
    return found(await this.state.findState(key), 'key');
  }

  /** Inserts or updates the entry of a key, and answers its row. */
  async put(key: string, entry: PutStateDto, actor: Actor): Promise<JsonText> {
    const { result, row } = await this.state.upsertState(key, entry.value, entry.category ?? null);
    if (result === 'unchanged') return row;
    await this.audit.record(actor, { action: `state.${result}`, object: `state:${key}` });
    this.events.announce('state.updated', key);
    return row;
  }

  async remove(key: string, actor: Actor): Promise<void> {
    found(await this.state.deleteState(key), 'key');
    await this.audit.record(actor, { action: 'state.deleted', object: `state:${key}` });
    this.events.announce('state.updated', key);
  }
}
