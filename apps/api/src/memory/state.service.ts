import { Injectable } from '@nestjs/common';
import type { StateResult, UpdateStateInputDto } from '@groupless/shared-dto';
import { jsonObject, toJsonText, type JsonText } from '../shared/http/json-text';
import { StateRepository } from './state.repository';

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
}
