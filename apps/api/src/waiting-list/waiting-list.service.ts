import { Injectable } from '@nestjs/common';
import { Temporal } from 'temporal-polyfill';
import {
  ANY_RESOURCE,
  isOffered,
  presentName,
  type CreateWaitingEntryDto,
  type PageDto,
  type WaitingEntryDto,
  type WaitingListQueryDto,
} from '@groupless/shared-dto';
import { BookingsService } from '../appointments/bookings/bookings.service';
import { attendeeOf, BOOKING_PAGE } from '../appointments/public';
import { BookingRulesService } from '../appointments/rules/booking-rules.service';
import { AuditService } from '../audit/audit.service';
import { mapPage } from '../database/pages/read-entity-page';
import type { PageInput } from '../database/pages/read-page';
import { RequestedBefore, type RequestKey } from '../database/request-keys';
import { EventsService } from '../events/events.service';
import type { KnownActor } from '../platform/access/caller';
import { Clock } from '../platform/clock';
import { AppError, invalidRequest } from '../platform/errors/app-error';
import { found } from '../platform/errors/found';
import { mailedTo } from '../shared/mailed-to';
import type { CurrentSettings } from '../settings/chat-agent-settings.service';
import { demandKnownNames, meantNames, placesOf, visitOf } from '../shared/known-names';
import { newId } from '../shared/new-id';
import { dateOf } from '../shared/opening-hours/open-hours';
import type { WaitingEntry } from './waiting-entry.entity';
import { toWaitingEntryDto } from './waiting-entry.mapper';
import { WaitingListRepository, type NewEntry } from './waiting-list.repository';

const NOUN = 'entry of the waiting list';
const LONGEST_DAYS = 366;

export interface Joined {
  entry: WaitingEntryDto;
  /** Whether the client waited for the same already. */
  is_new: boolean;
}

/** The clients who wait for a time. */
@Injectable()
export class WaitingListService {
  constructor(
    private readonly entries: WaitingListRepository,
    private readonly bookings: BookingsService,
    private readonly rules: BookingRulesService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `invalid_cursor` */
  async list({
    status,
    client_id,
    resource_id,
    ...page
  }: WaitingListQueryDto & PageInput): Promise<PageDto<WaitingEntryDto>> {
    const filters = {
      status: status?.split(',') ?? null,
      client_id: client_id ?? null,
      resource_id: resource_id?.split(',') ?? null,
    };
    return mapPage(await this.entries.listEntries(filters, page), toWaitingEntryDto);
  }

  /** @throws AppError `not_found` */
  async get(id: string): Promise<WaitingEntryDto> {
    return toWaitingEntryDto(found(await this.entries.findEntry(id), NOUN));
  }

  /**
   * Enters a client.
   * @param request its `Idempotency-Key`
   * @throws RequestedBefore where the client waits for the same already; AppError `invalid_request`, `invalid_phone`, `unknown_service`, `unknown_resource`, `not_offered`,
   *   `idempotency_key_reused`
   */
  async enter(
    asked: CreateWaitingEntryDto,
    actor: KnownActor,
    request: RequestKey | null = null,
  ): Promise<WaitingEntryDto> {
    const settings = await this.rules.of(actor.caller);
    const now = this.clock.now();
    const entry = { id: newId(now), created_at: now, ...readEntry(asked, settings, now) };
    const person = await this.bookings.readPerson(asked, actor);
    const { kind, id: caller_id } = actor.caller;
    const source = kind === 'user' ? 'panel' : caller_id === BOOKING_PAGE.id ? 'web' : 'chat';
    const { client, made } = await this.entries.insertEntry(
      entry,
      request,
      async (transaction) => {
        const one = await this.bookings.findClient(transaction, person, { id: newId(now), source, at: now });
        if (!('person' in person)) return { ...one, mailed_to: null, attendee_name: null };
        const { person: given } = person;
        return { ...one, mailed_to: mailedTo(given, one), attendee_name: attendeeOf(given.name, one.client) };
      },
      ({ client, made }) => [
        ...(made
          ? [this.audit.eventOf(actor, { action: 'client.created', object: `client:${client.id}` })]
          : []),
        this.audit.eventOf(actor, {
          action: 'waiting_entry.created',
          object: `waiting_entry:${entry.id}`,
          object_name: client.name,
          client_ids: [client.id],
        }),
      ],
    );
    this.events.announce(made ? 'client.created' : 'client.updated', client.id);
    this.events.announce('waiting.updated', entry.id);
    return this.get(entry.id);
  }

  /**
   * Whether somebody could be entered, before anything is stored.
   * @throws AppError as `enter()` of what is waited for
   */
  async demandEnterable(asked: CreateWaitingEntryDto, { caller }: KnownActor): Promise<void> {
    readEntry(asked, await this.rules.of(caller), this.clock.now());
  }

  /**
   * Enters a client once.
   * @param request of what is sent again, when the client may wait no more
   * @throws AppError as `enter()`
   */
  async join(
    asked: CreateWaitingEntryDto,
    actor: KnownActor,
    request: RequestKey | null = null,
  ): Promise<Joined> {
    try {
      return { entry: await this.enter(asked, actor, request), is_new: true };
    } catch (error) {
      if (!(error instanceof RequestedBefore)) throw error;
      return { entry: await this.get(error.object_id), is_new: false };
    }
  }

  /** @throws AppError `not_found` */
  async remove(id: string, actor: KnownActor): Promise<void> {
    const eventOf = ({ client_id, client_name = '' }: WaitingEntry) =>
      this.audit.eventOf(actor, {
        action: 'waiting_entry.removed',
        object: `waiting_entry:${id}`,
        object_name: client_name,
        client_ids: [client_id],
      });
    found(await this.entries.removeEntry(id, this.clock.now(), eventOf), NOUN);
    this.events.announce('waiting.updated', id);
  }
}

/** @throws AppError `invalid_request`, `unknown_service`, `unknown_resource`, `not_offered` */
function readEntry(
  asked: CreateWaitingEntryDto,
  settings: CurrentSettings,
  now: Date,
): Omit<NewEntry, 'id' | 'created_at'> {
  const names = meantNames(asked, settings);
  demandKnownNames(names, settings);
  const place = names.resource === undefined ? ANY_RESOURCE : presentName(names.resource, settings);
  const [row] = names.resource_id === undefined ? placesOf([place], settings.rows) : [names];
  const { from, to, hours = null } = asked;
  demandTimes({ from, to, hours }, dateOf(now.getTime(), settings.time_zone).toString());
  const visit = visitOf(names.services, settings);
  const able = settings.resources.filter((resource) =>
    visit.every((service) => isOffered(settings, resource, service.name)),
  );
  if (!(place === ANY_RESOURCE ? able.length > 0 : able.includes(place))) {
    const detail = `${place === ANY_RESOURCE ? 'Nobody does' : `${place} does not do`} this: wait for another service, or for somebody else.`;
    throw new AppError('not_offered', detail, { members: { alternatives: [] } });
  }
  return {
    service_ids: visit.map(({ id }) => id),
    resource_id: place === ANY_RESOURCE ? null : (row?.resource_id ?? null),
    ...{ from, to },
    hours: hours === null ? null : { from: hours.from, to: hours.to },
    notes: asked.notes ?? '',
    chat_id: asked.chat_id ?? null,
  };
}

/** @throws AppError `invalid_request` */
function demandTimes({ from, to, hours }: Pick<NewEntry, 'from' | 'to' | 'hours'>, today: string): void {
  const refuse = (field: string, message: string) => {
    throw invalidRequest([{ field, code: 'out_of_range', message }]);
  };
  if (to < from) refuse('to', 'to must not be earlier than from.');
  if (to < today) refuse('to', 'to must not have passed.');
  if (Temporal.PlainDate.from(from).until(to).days > LONGEST_DAYS)
    refuse('to', `to must be at most ${LONGEST_DAYS} days later than from.`);
  if (hours !== null && hours.to <= hours.from) refuse('hours.to', 'hours.to must be later than hours.from.');
}
