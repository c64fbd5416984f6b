import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIVE_STATUSES } from '@groupless/shared-dto';
import { In, MoreThan, Repository, type EntityManager } from 'typeorm';
import type { AuditEvent } from '../../audit/audit-event.entity';
import { mailedTo, type MailedTo } from '../../shared/mailed-to';
import { ClientContactsService } from '../../clients/contacts/client-contacts.service';
import { contactsOf, type Client, type ClientToFind } from '../../clients/client.entity';
import { ConversationsService } from '../../conversations/conversations.service';
import type { MeantResource } from '../../database/resource-locks';
import { claimRequest, findRequested, type RequestKey } from '../../database/request-keys';
import { runIn } from '../../database/statements/run-in';
import { breaks } from '../../database/violations';
import { AppError } from '../../platform/errors/app-error';
import type { AppointmentEvent } from '../appointment-event.entity';
import { isOverlap, LOCK_REPEAT, throwFaultOf, unknownClient, wantedBy } from '../appointment-faults';
import { Appointment, type BookedAppointment } from '../appointment.entity';
import { namedBooking } from '../changes/audited-names';
import type { Choice } from '../availability/schedule.repository';
import { findWithClient, getWithClient } from '../changes/appointment-writes.statements';
import { HELD_BY_KEY } from './own/agent-hold';
import { attendeeOf } from './attendee';
import { insertBooking } from './insert-booking';
import type { BookedFor, Person } from './read-booking';
import { placeOf } from './place-of';
import { BusyTime, SlotTaken } from './refused-times';
import { repeatedBooking, type ToolPerson } from './same-person';

/** How a retry finds the first booking. */
export type Repeat =
  | { by: 'external_id'; external_id: string; key_id: string | null }
  /** Calls of tools have no id: the same person at the same time is a retry. */
  | ({ by: 'person'; since: Date } & ToolPerson & Pick<Appointment, 'starts_at'>);

export interface Visitor {
  hash: string;
  /** How many coming bookings one may have. */
  most: number;
  /** The privacy policy; null: nobody was asked. */
  agreed_to: string | null;
}

export interface NewBooking {
  appointment: Omit<
    Appointment,
    | 'client'
    | 'client_id'
    | 'mailed_to'
    | 'version'
    | 'times_moved'
    | 'squeezed'
    | 'search_text'
    | 'late'
    | 'resource_id'
    | 'room_id'
    | 'room'
  > &
    MeantResource;
  /** Null: every call books. */
  repeat: Repeat | null;
  /** The `Idempotency-Key` of the request, if it has one. */
  request: RequestKey | null;
  /** Who books on the booking page; null: nobody. */
  visitor: Visitor | null;
  /** Whether it was offered, so that its time is held. */
  is_held: boolean;
  booked_for: BookedFor;
  /** Of who waited; null: mails go to the client. */
  mailed_to: MailedTo | null;
  /** Whether it may overlap other appointments. */
  allow_overlap: boolean;
  /** Whether it may overlap busy times. */
  allow_busy: boolean;
  /** The minutes that the resource must be free between two appointments; null: people decide for themselves. */
  between_minutes: number | null;
  /** The candidates; null: the resource of the appointment. */
  choice: Choice | null;
  /** The rooms of which it takes one; null: it takes none. */
  rooms: Choice | null;
  /** The id of the client that is made if none is found. */
  new_client_id: string;
  history: Omit<AppointmentEvent, 'appointment'>;
  audit: AuditEvent;
  /** The audit entry of a client that the booking creates. */
  client_audit: AuditEvent;
}

/** An appointment that this call or the first one made. */
export interface Booked {
  appointment: BookedAppointment;
  is_new: boolean;
  /** Whether the booking created the client. */
  made_client: boolean;
}

/** A time that is held for an appointment of this id. */
export interface HeldTime extends Pick<Appointment, 'id' | 'starts_at' | 'ends_at'> {
  resource_id: string;
}

/** Thrown to roll a dry run back; carries its result out of the transaction. */
class DryRunEnded extends Error {
  constructor(readonly booked: Booked) {
    super('This was a dry run.');
  }
}

@Injectable()
export class BookingsRepository {
  constructor(
    @InjectRepository(Appointment) private readonly appointments: Repository<Appointment>,
    private readonly clients: ClientContactsService,
    private readonly conversations: ConversationsService,
  ) {}

  /**
   * The booking of the first request with this key.
   * @throws AppError `idempotency_key_reused`
   */
  async findRequested(request: RequestKey, now: Date): Promise<BookedAppointment | null> {
    const { manager } = this.appointments;
    const id = await findRequested(manager, request, now);
    return id === null ? null : findWithClient(manager, { id });
  }

  findFirst(repeat: Repeat): Promise<BookedAppointment | null> {
    return findFirst(this.appointments.manager, repeat);
  }

  /**
   * Books, unless this is a retry of a booking that exists.
   * @param dry_run whether to roll back
   * @throws SlotTaken, BusyTime, AppError `invalid_request` for a client that is not there
   */
  async insertBooking(booking: NewBooking, dry_run: boolean): Promise<Booked> {
    try {
      return await this.attempt(booking, dry_run).catch((error: unknown) => {
        // Another booking may have taken the chosen resource or room meanwhile.
        const isLost = (booking.choice !== null || booking.rooms !== null) && isOverlap(error);
        if (!isLost && !breaks(error, 'appointments_client')) throw error;
        // The client was merged or removed meanwhile: the next attempt finds the kept one or another, or creates one.
        return this.attempt(booking, dry_run);
      });
    } catch (error) {
      return throwFaultOf(booking.appointment, error);
    }
  }

  private async attempt(booking: NewBooking, dry_run: boolean): Promise<Booked> {
    try {
      return await this.appointments.manager.transaction(async (transaction) => {
        const booked = await this.book(transaction, booking);
        if (dry_run) throw new DryRunEnded(booked);
        return booked;
      });
    } catch (error) {
      if (error instanceof DryRunEnded) return error.booked;
      throw error;
    }
  }

  /**
   * Books in the caller's transaction. Errors about the time are thrown before anything is written.
   * @throws SlotTaken, BusyTime, AppError `invalid_request` for a client that is not there
   */
  async book(transaction: EntityManager, booking: NewBooking): Promise<Booked> {
    const { appointment, repeat, request, visitor, is_held, booked_for, history, audit, client_audit } =
      booking;
    const { id, created_at: now } = appointment;
    const first = request === null ? null : await claimRequest(transaction, request, id, now);
    if (first !== null) {
      return { appointment: await getWithClient(transaction, first), is_new: false, made_client: false };
    }
    const known = repeat === null ? null : await lockAndFindFirst(transaction, repeat);
    if (known !== null) return { appointment: known, is_new: false, made_client: false };
    if (visitor !== null) await demandFewComing(transaction, visitor, now);
    if (is_held) await demandHeld(transaction, appointment);
    const place = await placeOf(transaction, booking);
    const { client, made } = await this.findClient(transaction, booked_for, {
      ...{ id: booking.new_client_id, source: appointment.source, at: now },
    });
    // People alone edit the notes of a known client, so contact text that could not be parsed goes to the appointment's notes.
    const heard = 'person' in booked_for && !made ? heardOf(booked_for.person, client) : [];
    const notes = [appointment.notes, ...heard].filter((text) => text !== '').join('\n');
    const attendee_name = attendeeOf(appointment.attendee_name, client);
    const row = {
      ...appointment,
      client_id: client.id,
      mailed_to: 'person' in booked_for ? mailedTo(booked_for.person, { client, made }) : booking.mailed_to,
      attendee_name,
      notes,
      ...place,
      late: false,
      version: 1,
      times_moved: 0,
    };
    if (row.chat_id !== null) {
      const { chat_id, created_at: at } = row;
      await this.conversations.tieByBooking(transaction, { chat_id, client_id: client.id, at });
    }
    const beside = place.squeezed ? [{ field: 'squeezed', before: null, after: 'true' }] : [];
    const completed = await insertBooking(transaction, {
      appointment: row,
      history: { ...history, changes: [...history.changes, ...beside] },
      audit: [namedBooking(audit, client, row), ...(made ? [client_audit] : [])],
    });
    const stored = Object.assign(new Appointment(), row, completed, { client });
    return { appointment: stored, is_new: true, made_client: made };
  }

  /**
   * Takes a time as a booking of it would, for an appointment of the same id.
   * @returns with whom; null: it is not free
   */
  async hold(transaction: EntityManager, booking: NewBooking, until: Date): Promise<HeldTime | null> {
    const { id, starts_at, ends_at, buffer_minutes } = booking.appointment;
    try {
      const { resource, room_id } = await placeOf(transaction, booking);
      const [held] = await transaction.query<{ resource_id: string }[]>(HOLD, [
        ...[id, resource, room_id, starts_at, ends_at, buffer_minutes, until],
      ]);
      return held === undefined ? null : { id, starts_at, ends_at, ...held };
    } catch (error) {
      // Thrown before anything is written.
      if (error instanceof SlotTaken || error instanceof BusyTime) return null;
      throw error;
    }
  }

  /**
   * Who is booked for; made if nobody is found.
   * @throws AppError `invalid_request` for a client that is not there
   */
  async findClient(
    transaction: EntityManager,
    booked_for: BookedFor,
    { at, ...made }: Pick<ClientToFind, 'id' | 'source' | 'at'>,
  ): Promise<{ client: Client; made: boolean }> {
    if ('person' in booked_for)
      return this.clients.findOrMake(transaction, { ...booked_for.person, ...made, at });
    const client = await this.clients.findActive(transaction, booked_for.client_id.toLowerCase(), at);
    if (client === null) throw unknownClient();
    return { client, made: false };
  }
}

/** The resource and the room are locked. */
const HOLD = `
  with place as (select id from resources where id = (select known_resource($2))),
  held as (
    insert into occupied_times (appointment_id, resource_id, during, buffer_minutes, squeezed, held_until)
    select $1, held, tstzrange($4, $5, '[)'), $6, false, $7
    from (select id as held from place union select $3::uuid) as places where held is not null
  )
  select id as resource_id from place`;

const LOCK_HELD = `
  select from occupied_times where appointment_id = $1 and held_until is not null order by resource_id for update`;

/**
 * What was held may have been given up meanwhile; nobody gives it up until the transaction ends.
 * @throws SlotTaken
 */
async function demandHeld(transaction: EntityManager, booked: Parameters<typeof wantedBy>[0]): Promise<void> {
  const held = await transaction.query<object[]>(LOCK_HELD, [booked.id]);
  if (held.length === 0) throw new SlotTaken(wantedBy(booked));
}

/**
 * Bookings of one visitor wait for each other, so that none goes beyond the limit.
 * @throws AppError `too_many_requests`
 */
async function demandFewComing(
  transaction: EntityManager,
  { hash, most }: Visitor,
  now: Date,
): Promise<void> {
  await runIn(transaction, LOCK_REPEAT, [hash]);
  const coming = { visitor: hash, status: In([...LIVE_STATUSES]), ends_at: MoreThan(now) };
  if ((await transaction.countBy(Appointment, coming)) < most) return;
  throw new AppError('too_many_requests', 'This visitor has as many coming bookings as the page allows.');
}

/** What a booking says of a person, and the known client does not have. */
function heardOf({ notes, phone_as_given, other_phones }: Person, client: Client): string[] {
  const known = contactsOf(client).phones;
  const further = other_phones.map(({ phone }) => phone).filter((phone) => !known.includes(phone));
  const numbers = [...further, ...(phone_as_given === null ? [] : [phone_as_given])];
  return [notes, ...numbers.map((number) => `Phone: ${number}`)];
}

async function lockAndFindFirst(
  transaction: EntityManager,
  repeat: Repeat,
): Promise<BookedAppointment | null> {
  await runIn(transaction, LOCK_REPEAT, [lockOf(repeat)]);
  return findFirst(transaction, repeat);
}

/** Calls of one conversation wait for each other, whoever they are for: who is a second person is seen from the others. */
function lockOf(repeat: Repeat): string {
  if (repeat.by === 'external_id') return repeat.external_id;
  const { key_id, chat_id, number, starts_at } = repeat;
  return JSON.stringify([key_id, chat_id ?? number?.stored, starts_at]);
}

/** Bookings of the same key come before those without a recorded key. */
async function findFirst(manager: EntityManager, repeat: Repeat): Promise<BookedAppointment | null> {
  if (repeat.by === 'person') return repeatedBooking(await listAtThatTime(manager, repeat), repeat);
  const { external_id, key_id } = repeat;
  const held = key_id === null ? 'a.made_by_key is null' : OF_KEY;
  const query = withClients(manager)
    .where('a.external_id = :external_id', { external_id })
    .andWhere(held, { key_id })
    .orderBy('a.made_by_key', 'ASC', 'NULLS LAST')
    .limit(1);
  return query.getOne() as Promise<BookedAppointment | null>;
}

/**
 * What the same key booked at that time in the conversation; without one, for the phone and outside of conversations.
 * What was cancelled, moved or given to another client is not the one that is retried.
 */
async function listAtThatTime(
  manager: EntityManager,
  { starts_at, key_id, chat_id, number, since }: Repeat & { by: 'person' },
): Promise<BookedAppointment[]> {
  if (chat_id === null && number === null) return [];
  const whose =
    chat_id === null
      ? `a.chat_id is null and a.created_at > :since and (a.given ->> 'phone' = :stored
          or regexp_replace(a.given ->> 'phone', '[^0-9]', '', 'g') = nullif(:digits, ''))`
      : 'a.chat_id = :chat_id';
  const query = withClients(manager)
    .where('a.starts_at = :starts_at and a.made_by_key = :key_id', { starts_at, key_id })
    .andWhere(`a.status in ('pending', 'confirmed') and a.made_by_agent`)
    .andWhere(whose, { chat_id, since, ...number })
    .orderBy('a.created_at', 'ASC')
    .addOrderBy('a.id', 'ASC');
  return query.getMany() as Promise<BookedAppointment[]>;
}

function withClients(manager: EntityManager) {
  return manager.createQueryBuilder(Appointment, 'a').innerJoinAndSelect('a.client', 'client');
}

/** A booking made in the panel never belongs to an agent, whatever its id. */
const OF_KEY = `${HELD_BY_KEY} and (a.made_by_key is not null or a.made_by_agent is distinct from false)`;
