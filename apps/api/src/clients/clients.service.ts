import { Injectable } from '@nestjs/common';
import type {
  ClientSort,
  ClientWarningDto,
  CreateClientDto,
  PatchClientDto,
  SavedClientDto,
} from '@groupless/shared-dto';
import { AuditService } from '../audit/audit.service';
import type { PageInput } from '../database/pages/read-page';
import { requestKeyOf } from '../database/request-keys';
import { EventsService } from '../events/events.service';
import { ChatAgentSettingsService } from '../settings/chat-agent-settings.service';
import type { Actor, KnownActor } from '../platform/access/caller';
import { Clock } from '../platform/clock';
import { AppError, invalidRequest } from '../platform/errors/app-error';
import { found } from '../platform/errors/found';
import type { Versioned } from '../platform/http/answer';
import type { ExpectedVersions } from '../platform/http/headers/if-match';
import type { JsonText } from '../platform/http/json-text';
import { demandKnownLanguage, isKnownLanguage } from '../platform/validation/languages';
import { newId } from '../shared/new-id';
import { isName, oneLine } from '../shared/one-line';
import { distinctTags } from './tags';
import type { ClientFilter } from './client-filter';
import type { Client } from './client.entity';
import { ClientSearchService } from './search/client-search.service';
import { toSavedClient } from './client.mapper';
import type { ClientEdit, ClientEditor } from './changes/client-edit';
import { ClientWritesRepository, type ClientChangeTerms } from './changes/client-writes.repository';
import { ClientsRepository } from './clients.repository';
import { invalidPhone } from '../platform/errors/invalid-phone';
import { readPhone } from './contacts/phone';
import { readWrittenPhones, type ReadPhones, type WrittenPhones } from './contacts/written-contacts';

export type SavedClient = Versioned<SavedClientDto>;
export type ClientListInput = ClientFilter & PageInput & { sort?: ClientSort };

/** Clients, for the panel. */
@Injectable()
export class ClientsService {
  constructor(
    private readonly clients: ClientsRepository,
    private readonly writes: ClientWritesRepository,
    private readonly searches: ClientSearchService,
    private readonly settings: ChatAgentSettingsService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Lists clients. A search has an order of its own: see `ClientSearchService`.
   * @throws AppError `invalid_cursor`
   */
  async list({ sort = 'name', limit, cursor, ...filter }: ClientListInput): Promise<JsonText> {
    const page = { limit, cursor };
    const { search, ...others } = filter;
    if (search === undefined) return this.clients.listClients(others, sort, page);
    return this.searches.list({ ...others, search }, sort, page);
  }

  /** @throws AppError `not_found` */
  async get(id: string): Promise<SavedClient> {
    return toSavedClient(await this.orMerged(id, await this.clients.findClient(id)));
  }

  /**
   * The client, or the one into which it was merged.
   * @throws AppError `not_found`
   */
  async getKept(id: string): Promise<Client> {
    return found(await this.clients.findKept(id), 'client');
  }

  /**
   * @param key of an `Idempotency-Key`: a repeat with it within a day is answered with the client of the first request
   * @throws AppError `invalid_phone`, `duplicate_client`, `idempotency_key_reused`
   */
  async create(
    request: CreateClientDto,
    actor: KnownActor,
    key: string | null = null,
  ): Promise<{ client: SavedClient; is_new: boolean }> {
    const { allow_duplicate = false, ...written } = request;
    const fields = inLines(written);
    const now = this.clock.now();
    const id = newId(now);
    const {
      name,
      email = null,
      shared_phone = null,
      shared_email = null,
      language = null,
      no_reminders = [],
      external_ids = {},
      company = '',
      status = 'active',
      tags = [],
      notes = '',
    } = fields;
    demandKnownLanguage('language', language, null);
    const read = await this.readPhones(fields, true);
    const phones = {
      phone: null,
      phone_as_given: null,
      extension: null,
      other_phones: [],
      ...read.fields,
    };
    const times = { last_activity_at: null, created_at: now, updated_at: now };
    const client = {
      id,
      name,
      ...phones,
      email,
      ...(await this.sharedContacts({ shared_phone, shared_email })),
      email_refused: null,
      language,
      no_reminders,
      external_ids,
      company,
      status,
      tags,
      notes,
      source: 'panel' as const,
      ...times,
    };
    const event = this.audit.eventOf(actor, { action: 'client.created', object: `client:${id}` });
    const sent = requestKeyOf('client', actor.caller, key, request);
    const made = await this.writes.insertClient(client, !allow_duplicate, event, sent);
    if (made.is_new) this.events.announce('client.created', id);
    const { phone, other_phones } = made.client;
    if (made.is_new && (phone !== null || other_phones.length > 0)) this.announceChats();
    return { client: toSavedClient(made.client, read.warnings), is_new: made.is_new };
  }

  /** @throws AppError `not_found`, `version_mismatch`, `invalid_phone`, `duplicate_client` */
  async patch(
    id: string,
    { allow_duplicate = false, ...written }: PatchClientDto,
    versions: ExpectedVersions,
    actor: Actor,
  ): Promise<SavedClient> {
    const fields = inLines(written);
    const { language = null } = fields;
    if (language !== null && !isKnownLanguage(language))
      demandKnownLanguage('language', language, (await this.getKept(id)).language);
    const { fields: phones, warnings } = await this.readPhones(fields, false);
    const { phone: _phone, other_phones: _others, ...others } = fields;
    const edit: ClientEdit = { ...others, ...(await this.sharedContacts(others)), ...phones };
    const terms = { versions, only_one: !allow_duplicate, cause: 'edited' as const };
    return this.save(id, edit, terms, actor, warnings);
  }

  /**
   * Restores fields to their values before a change.
   * @throws AppError `not_found`, `version_mismatch`, `duplicate_client`
   */
  putBack(
    id: string,
    edit: ClientEdit,
    terms: Omit<ClientChangeTerms, 'cause'>,
    actor: Actor,
  ): Promise<SavedClient> {
    return this.save(id, edit, { ...terms, cause: 'put_back' }, actor);
  }

  /**
   * Gives a client numbers that nobody else has.
   * @throws AppError `not_found`, `version_mismatch`, `duplicate_client`
   */
  giveNumbers(id: string, edit: ClientEdit, versions: ExpectedVersions, actor: Actor): Promise<SavedClient> {
    return this.save(id, edit, { versions, only_one: true, cause: 'edited' }, actor);
  }

  /**
   * Changes a client by a function of its stored row.
   * @param versions null: any version
   * @throws AppError `not_found`, `version_mismatch`, and what the editor throws
   */
  async edit(
    id: string,
    edit: ClientEditor,
    actor: Actor,
    versions: ExpectedVersions = null,
  ): Promise<{ version: number; changed: boolean }> {
    const terms = { versions, only_one: false, cause: 'edited' as const };
    const { client, changed } = await this.update(id, edit, terms, actor);
    return { version: client.version, changed };
  }

  /** Counts the future appointments of these clients. */
  countComing(ids: readonly string[]): Promise<number> {
    return ids.length === 0 ? Promise.resolve(0) : this.clients.countComing(ids, this.clock.now());
  }

  /** A sentence that says who changed a client last, for a version conflict. */
  async tellLastChange(id: string): Promise<string> {
    const { name, by } = found(await this.clients.findLastChange(id), 'client');
    return `${name} was changed since${by === null ? '' : ` by ${by}`}, and is left as it is.`;
  }

  /** @throws AppError `not_found`, `version_mismatch`, `client_in_use` */
  async remove(id: string, versions: ExpectedVersions, actor: Actor): Promise<void> {
    const event = this.audit.eventOf(actor, { action: 'client.deleted', object: `client:${id}` });
    await this.orMerged(id, (await this.writes.deleteClient(id, versions, event)) || null);
    this.events.announce('client.deleted', id);
    this.announceChats();
  }

  /** Conversations show a client's name and numbers, so they are announced too. */
  private announceChats(): void {
    this.events.announce('conversation.updated', null);
  }

  private async save(
    id: string,
    edit: ClientEdit,
    terms: ClientChangeTerms,
    actor: Actor,
    warnings: readonly ClientWarningDto[] = [],
  ): Promise<SavedClient> {
    const { client, changed } = await this.update(id, edit, terms, actor);
    const isArchived = changed && edit.status === 'archived';
    const coming = isArchived ? await this.countComing([id]) : 0;
    return toSavedClient(client, [...warnings, ...(coming > 0 ? [comingAppointments(coming)] : [])]);
  }

  private async update(
    id: string,
    edit: ClientEdit | ClientEditor,
    terms: ClientChangeTerms,
    actor: Actor,
  ): Promise<{ client: Client; changed: boolean }> {
    const { changed, client, renames } = await this.orMerged(
      id,
      await this.writes.updateClient(id, edit, { ...terms, now: this.clock.now() }, (names) =>
        this.audit.eventOf(actor, {
          action: 'client.updated',
          object: `client:${id}`,
          details: { fields: names.join(', ') },
        }),
      ),
    );
    if (changed) this.events.announce('client.updated', id);
    if (renames) this.announceChats();
    return { client, changed };
  }

  /** @throws AppError `erased`, `not_found`; for a client that was merged with the one that was kept */
  private async orMerged<Row>(id: string, row: Row | null): Promise<Row> {
    if (row !== null) return row;
    if (await this.clients.isErased(id)) throw new AppError('erased', 'This client was erased.');
    const kept = await this.clients.findKept(id);
    if (kept === null) throw new AppError('not_found', 'There is no such client.');
    const detail = `This client was merged into ${kept.id}, which has all that was theirs.`;
    throw new AppError('not_found', detail, { members: { merged_into: kept.id } });
  }

  /** @throws AppError `invalid_phone` */
  private async sharedContacts<Fields extends { shared_phone?: string | null }>(
    fields: Fields,
  ): Promise<Fields> {
    const { shared_phone } = fields;
    if (shared_phone === undefined || shared_phone === null) return fields;
    const { phone_region } = await this.settings.current();
    const phone = readPhone(shared_phone, phone_region)?.phone ?? null;
    if (phone === null) throw invalidPhone('shared_phone', phone_region);
    return { ...fields, shared_phone: phone };
  }

  private async readPhones(written: WrittenPhones, is_new: boolean): Promise<ReadPhones> {
    const { phone_region } = await this.settings.current();
    return readWrittenPhones(written, phone_region, is_new);
  }
}

function comingAppointments(count: number): ClientWarningDto {
  const message = `The client has ${count} ${count === 1 ? 'appointment' : 'appointments'} still to come.`;
  return { field: 'status', code: 'coming_appointments', message, count };
}

/**
 * Cleans single-line fields: see `oneLine()`.
 * @throws AppError `invalid_request` for a name of blanks or marks alone
 */
function inLines<Fields extends { name?: string; company?: string; tags?: string[] }>(
  fields: Fields,
): Fields {
  const { name, company, tags } = fields;
  if (name !== undefined && oneLine(name) === '') {
    const message = 'name must have 1 to 200 characters that can be seen.';
    throw invalidRequest([{ field: 'name', code: 'too_short', message }]);
  }
  if (name !== undefined && !isName(name)) {
    const message = 'name must have a letter or a digit.';
    throw invalidRequest([{ field: 'name', code: 'invalid_format', message }]);
  }
  return {
    ...fields,
    ...(name !== undefined && { name: oneLine(name) }),
    ...(company !== undefined && { company: oneLine(company) }),
    ...(tags !== undefined && { tags: distinctTags(tags.map(oneLine).filter((tag) => tag !== '')) }),
  };
}
