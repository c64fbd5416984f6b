import { Injectable } from '@nestjs/common';
import type { PageDto, PutStateDto, StateDto, UpdateStateInputDto } from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import { mapPage } from '../../../database/pages/read-entity-page';
import type { AsOfPage } from '../../versions/as-of.repository';
import { EventsService } from '../../../events/events.service';
import type { KnownActor } from '../../../shared/access/caller';
import { jsonObject, toJsonText, type JsonText } from '../../../shared/http/json-text';
import { found } from '../../../shared/errors/found';
import { sourceOf, type WriteSource } from '../../../shared/access/write-source';
import { withoutSecrets } from '../../fence/secrets/mask-secrets';
import { StateChangesRepository } from './state-changes.repository';
import { toStateDto } from './state.mapper';
import { StateRepository, type StateSort } from './state.repository';

@Injectable()
export class StateService {
  constructor(
    private readonly state: StateRepository,
    private readonly changes: StateChangesRepository,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  /**
   * Inserts or updates the entry of a key.
   * @returns the key of a new row, and an `UpdateStateResultDto` as JSON
   */
  async update(
    sent: UpdateStateInputDto,
    source: WriteSource,
  ): Promise<{ created_id: string | null; json: JsonText }> {
    const input = withoutSecrets(sent);
    const { result, row, previous_value } = await this.changes.upsertState(
      input.key,
      input.value,
      input.category ?? null,
      source,
    );
    if (result !== 'unchanged') this.announce();
    const createdId = result === 'created' ? input.key : null;
    return {
      created_id: createdId,
      json: jsonObject({ result: toJsonText(result), state: row, previous_value }),
    };
  }

  async list(query: AsOfPage & { category?: string; sort?: StateSort }): Promise<PageDto<StateDto>> {
    const { category = null, sort = 'category', ...page } = query;
    return mapPage(await this.state.listState(category, sort, page), toStateDto);
  }

  async get(key: string): Promise<StateDto> {
    return toStateDto(found(await this.state.findState(key), 'key'));
  }

  /** Inserts or updates the entry of a key, and answers its row. */
  async put(sentKey: string, entry: PutStateDto, actor: KnownActor): Promise<JsonText> {
    const { key, value, category = null } = withoutSecrets({ ...entry, key: sentKey });
    const { result, row } = await this.changes.upsertState(key, value, category, sourceOf(actor));
    if (result === 'unchanged') return row;
    await this.audit.record(actor, {
      action: `state.${result}`,
      object: objectOf(JSON.parse(row) as StateDto),
    });
    this.announce();
    return row;
  }

  async remove(key: string, actor: KnownActor): Promise<void> {
    const row = found(await this.state.findState(key), 'key');
    found(await this.state.deleteState(row.id, sourceOf(actor)), 'key');
    await this.audit.record(actor, { action: 'state.deleted', object: objectOf(row) });
    this.announce();
  }

  /** Without the key, which may be what is erased later: PostgreSQL keeps what it notified of in its files. */
  private announce(): void {
    this.events.announce('state.updated', null);
  }
}

/** The key may be what is erased later, and nothing leaves the audit: its entries name the row by its number. */
function objectOf({ id }: { id: number }): string {
  return `state:${id}`;
}
