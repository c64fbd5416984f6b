import { Injectable } from '@nestjs/common';
import type { PutStateDto, StateResult, UpdateStateInputDto } from '@groupless/shared-dto';
import type { PageInput } from '../database/read-page';
import { jsonObject, toJsonText, type JsonText } from '../shared/http/json-text';
import { found } from './found';
import { StateRepository, type StateSort } from './state.repository';

@Injectable()
export class StateService {
  constructor(private readonly state: StateRepository) {}

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
  async put(key: string, entry: PutStateDto): Promise<JsonText> {
    return (await this.state.upsertState(key, entry.value, entry.category ?? null)).row;
  }

  async remove(key: string): Promise<void> {
    found(await this.state.deleteState(key), 'key');
  }
}
