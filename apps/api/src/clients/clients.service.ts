import { Injectable } from '@nestjs/common';
import type { ClientSort, CreateClientDto, PatchClientDto } from '@groupless/shared-dto';
import { AuditService } from '../audit/audit.service';
import type { PageInput } from '../database/pages/read-page';
import { EventsService } from '../events/events.service';
import { ChatAgentSettingsService } from '../settings/chat-agent-settings.service';
import type { Actor } from '../shared/access/caller';
import { Clock } from '../shared/clock';
import { AppError } from '../shared/errors/app-error';
import { found } from '../shared/errors/found';
import type { VersionedRow } from '../shared/http/answer';
import type { ExpectedVersions } from '../shared/http/headers/if-match';
import { invalidCursor } from '../shared/http/cursor';
import type { JsonText } from '../shared/http/json-text';
import { newId } from '../shared/new-id';
import type { ClientFilter } from './client-filter';
import type { Client } from './client.entity';
import { ClientWordsRepository } from './client-words.repository';
import { toClientRow } from './client.mapper';
import { ClientsRepository, type ClientEdit, type ClientEditor } from './clients.repository';
import { readWrittenPhones, type ReadPhones, type WrittenPhones } from './contacts/written-contacts';

/** How the JSON of an empty page begins. */
const NO_HITS = '{"items":[],';

export type ClientRow = VersionedRow<string>;
export type ClientListInput = ClientFilter & PageInput & { sort?: ClientSort };

/** Clients as people keep them in the panel. Rows are `ClientDto`s as JSON. */
@Injectable()
export class ClientsService {
  constructor(
    private readonly clients: ClientsRepository,
    private readonly words: ClientWordsRepository,
    private readonly settings: ChatAgentSettingsService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /**
   * A search without hits is repeated with the words that may have been meant.
   * @throws AppError `invalid_cursor`
   */
  async list({ sort = 'name', limit, cursor, ...filter }: ClientListInput): Promise<JsonText> {
    const page = { limit, cursor };
    const { search, ...others } = filter;
    if (search === undefined) return this.clients.listClients(filter, sort, page);
    const exact = await this.clients.listClients(filter, sort, page).catch(unlessOfCorrection(cursor));
    if (exact !== null && !exact.startsWith(NO_HITS)) return exact;
    const words = exact === null || cursor === undefined ? await this.words.correct(search) : null;
    if (words !== null) return this.clients.listClients({ ...others, words }, sort, page);
    if (exact === null) throw invalidCursor();
    return exact;
  }

  /** @throws AppError `not_found` */
  async get(id: string): Promise<ClientRow> {
    return toClientRow(found(await this.clients.findClient(id), 'client'));
  }

  /** @throws AppError `invalid_phone`, `duplicate_client` */
  async create(
    { allow_duplicate = false, ...fields }: CreateClientDto,
    actor: Actor,
  ): Promise<ClientRow & { id: string }> {
    const now = this.clock.now();
    const id = newId(now);
    const { name, email = null, company = '', status = 'active', tags = [], notes = '' } = fields;
    const read = await this.readPhones(fields, true);
    const phones = { phone: null, extension: null, other_phones: [], ...read.fields };
    const times = { last_activity_at: null, created_at: now, updated_at: now };
    const client = {
      ...{ id, name, ...phones, email, company, status, tags, notes },
      source: 'panel' as const,
      ...times,
    };
    const event = this.audit.eventOf(actor, { action: 'client.created', object: `client:${id}` });
    const made = await this.clients.insertClient(client, !allow_duplicate, event);
    this.events.announce('client.created', id);
    return { ...toClientRow(made, read.warnings), id };
  }

  /** @throws AppError `not_found`, `version_mismatch`, `invalid_phone`, `duplicate_client` */
  async patch(
    id: string,
    { allow_duplicate = false, ...fields }: PatchClientDto,
    versions: ExpectedVersions,
    actor: Actor,
  ): Promise<ClientRow> {
    const { fields: phones, warnings } = await this.readPhones(fields, false);
    const { phone: _phone, other_phones: _others, ...others } = fields;
    const edit: ClientEdit = { ...others, ...phones };
    const changed = await this.update(id, edit, { versions, only_one: !allow_duplicate }, actor);
    return toClientRow(changed, warnings);
  }

  /**
   * Changes a client by what is stored, whatever its version.
   * @throws AppError `not_found`, and what the editor throws
   */
  async edit(id: string, edit: ClientEditor, actor: Actor): Promise<void> {
    await this.update(id, edit, { versions: null, only_one: false }, actor);
  }

  /** @throws AppError `not_found`, `version_mismatch`, `client_in_use` */
  async remove(id: string, versions: ExpectedVersions, actor: Actor): Promise<void> {
    const event = this.audit.eventOf(actor, { action: 'client.deleted', object: `client:${id}` });
    found(await this.clients.deleteClient(id, versions, event), 'client');
    this.events.announce('client.deleted', id);
    // Those that were linked to the client no longer are.
    this.events.announce('conversation.updated', null);
  }

  private async update(
    id: string,
    edit: ClientEdit | ClientEditor,
    terms: { versions: ExpectedVersions; only_one: boolean },
    actor: Actor,
  ): Promise<Client> {
    const { changed, client } = found(
      await this.clients.updateClient(id, edit, { ...terms, now: this.clock.now() }, (names) =>
        this.audit.eventOf(actor, {
          action: 'client.updated',
          object: `client:${id}`,
          details: { fields: names.join(', ') },
        }),
      ),
      'client',
    );
    if (changed) this.events.announce('client.updated', id);
    return client;
  }

  private async readPhones(written: WrittenPhones, is_new: boolean): Promise<ReadPhones> {
    const { phone_region } = await this.settings.current();
    return readWrittenPhones(written, phone_region, is_new);
  }
}

/** The pages behind a corrected search have cursors of their own list. */
function unlessOfCorrection(cursor: string | undefined): (error: unknown) => null {
  return (error) => {
    if (cursor !== undefined && error instanceof AppError && error.code === 'invalid_cursor') return null;
    throw error;
  };
}
