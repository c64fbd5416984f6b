import { inject, Injectable } from '@angular/core';
import {
  LIVE_STATUSES,
  type AppointmentClientDto,
  type AppointmentDto,
  type BookedClientDto,
  type CalendarTokenDto,
  type ClientDto,
  type CreateAppointmentDto,
  type CreateClientDto,
  type PageDto,
  type PatchAppointmentDto,
  type SwapAppointmentsDto,
  type SwappedAppointmentsDto,
  type WouldTellDto,
} from '@groupless/shared-dto';
import { apiPath } from '../http/api-path';
import { Api, type Versioned } from '../http/api';
import { byId } from './bookable-resources';
import { NewResource } from './new-resource';

/** How an end is told. */
export type Farewell = Pick<PatchAppointmentDto, 'notify' | 'reason'>;

export type SwapTerms = Pick<SwapAppointmentsDto, 'keep_lengths' | 'notify'>;

/** `/api/appointments`, and what of other places belongs to it. */
@Injectable({ providedIn: 'root' })
export class AppointmentsApi {
  private readonly api = inject(Api);
  private readonly newResource = inject(NewResource);

  read(id: string): Promise<Versioned<AppointmentDto>> {
    return this.api.getVersioned(apiPath`/api/appointments/${id}`);
  }

  /** @throws Problem `slot_taken`, `invalid_phone`, `invalid_request`, `unknown_resource` */
  book(booking: CreateAppointmentDto): Promise<AppointmentDto> {
    const sent = byId(booking);
    return this.newResource.ask(sent.resource, (query) =>
      this.api.post('/api/appointments', sent, { query }),
    );
  }

  /**
   * Whose client a booking for somebody new would be, whenever it were: a dry run says it by the API's own rule.
   * Null if it is nobody else's.
   * @throws Problem as `book()`
   */
  async findOwner(client: BookedClientDto): Promise<AppointmentClientDto | null> {
    const starts_at = new Date().toISOString();
    const booking = { client, starts_at, allow_overlap: true, allow_busy: true };
    const tried = await this.api.post<AppointmentDto>('/api/appointments?dry_run=true', booking);
    return tried.attendee_name === null ? null : tried.client;
  }

  /**
   * @param etag of the version that is changed; null: whatever it is by now
   * @throws Problem `slot_taken`, `invalid_transition`, `not_found`, `version_mismatch`, `unknown_resource`
   */
  change(id: string, patch: PatchAppointmentDto, etag: string | null = null): Promise<AppointmentDto> {
    const sent = byId(patch);
    return this.newResource.ask(sent.resource, (query) =>
      this.api.patch(apiPath`/api/appointments/${id}`, sent, { etag, query }),
    );
  }

  /** With the version, by which it can be taken back. @throws as `change()`, Problem `not_begun` */
  setStatus(
    id: string,
    patch: Pick<PatchAppointmentDto, 'status' | 'allow_overlap' | 'allow_busy' | 'notify' | 'reason'>,
  ) {
    return this.api.patchVersioned<AppointmentDto>(apiPath`/api/appointments/${id}`, patch, null);
  }

  /** Where a mail about this change would go; null: none would, or it is not known. */
  async wouldTell(id: string, change: keyof WouldTellDto): Promise<string | null> {
    const read = await this.read(id).catch(() => null);
    return read?.row.would_tell?.[change] ?? null;
  }

  /** Takes the last change of the status back. @throws Problem `version_mismatch`, `slot_taken` */
  takeBack(id: string, etag: string | null): Promise<AppointmentDto> {
    return this.api.post(apiPath`/api/appointments/${id}/history/undo`, undefined, { etag });
  }

  /** @throws Problem `version_mismatch`: somebody else changed it since it was read */
  saveNotes(
    id: string,
    notes: Pick<PatchAppointmentDto, 'notes' | 'team_notes'>,
    etag: string | null,
  ): Promise<Versioned<AppointmentDto>> {
    return this.api.patchVersioned(apiPath`/api/appointments/${id}`, notes, etag);
  }

  remove(id: string, farewell: Farewell): Promise<void> {
    return this.api.remove(apiPath`/api/appointments/${id}`, { ...farewell });
  }

  /**
   * Exchanges the times of two appointments, unless one has moved since it was read.
   * @param terms whether each stays as long as it is, and whether the clients are told
   * @throws Problem `slot_taken` if there is no room for that, `version_mismatch`, `invalid_transition`, `not_found`
   */
  swap(a: AppointmentDto, b: AppointmentDto, terms: SwapTerms): Promise<SwappedAppointmentsDto> {
    const ofA = { a: a.id, a_starts_at: a.starts_at, a_resource: a.resource };
    const ofB = { b: b.id, b_starts_at: b.starts_at, b_resource: b.resource };
    return this.api.post('/api/appointments/swap', { ...ofA, ...ofB, ...terms });
  }

  /** The next that takes place. */
  async findNext(client_id: string): Promise<AppointmentDto | undefined> {
    return (await this.listComing({ client_id }, 1))[0];
  }

  /** Those that are to come and take place, by time. */
  async listComing(
    of: { client_id: string } | { chat_id: string },
    limit: number,
  ): Promise<AppointmentDto[]> {
    const query = {
      ...of,
      from: new Date().toISOString(),
      status: LIVE_STATUSES.join(','),
      sort: 'starts_at',
      limit,
    };
    return (await this.api.get<PageDto<AppointmentDto>>('/api/appointments', query)).items;
  }

  /** By words of the client, the subject, the service and the notes, the latest first. */
  async find(search: string, limit: number): Promise<AppointmentDto[]> {
    const query = { search, limit, sort: '-starts_at' };
    return (await this.api.get<PageDto<AppointmentDto>>('/api/appointments', query)).items;
  }

  /** Those that hold time between two instants: of a resource, or of a client. */
  async liveBetween(
    of: { resource: string } | { resource_id: string } | { client_id: string },
    from: string,
    to: string,
  ): Promise<AppointmentDto[]> {
    const query = { ...of, from, to, status: LIVE_STATUSES.join(','), limit: 200 };
    return (await this.api.get<PageDto<AppointmentDto>>('/api/appointments', query)).items;
  }

  getClient(id: string): Promise<ClientDto> {
    return this.api.get(apiPath`/api/clients/${id}`);
  }

  /** @throws Problem `invalid_phone`, and `duplicate_client` unless that is allowed */
  makeClient(client: CreateClientDto): Promise<ClientDto> {
    return this.api.post('/api/clients', client);
  }

  /** A new address of the own calendar feed; the former one is dead from then on. */
  newCalendarAddress(): Promise<CalendarTokenDto> {
    return this.api.post('/api/auth/calendar-token');
  }
}
