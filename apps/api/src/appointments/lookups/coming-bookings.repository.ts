import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIVE_STATUSES, type AppointmentStatus } from '@groupless/shared-dto';
import { Repository, type SelectQueryBuilder } from 'typeorm';
import { Appointment } from '../appointment.entity';

/** A future appointment with the columns that a look-up needs. */
export interface ComingBooking {
  id: string;
  client_id: string;
  client_name: string;
  attendee_name: string | null;
  handle: string;
  service: string | null;
  resource: string;
  status: AppointmentStatus;
  starts_at: Date;
  ends_at: Date;
}

/** The attendee and the name that the caller said, both folded by `sort_name()`. */
export interface ComingAttendee extends ComingBooking {
  attendee_key: string | null;
  called: string;
}

/** The chat of a call, the key that made the call, and the client to whom the chat is tied. */
export interface KnownChat {
  chat_id: string;
  key_id: string;
  client_id: string;
}

/** All services of the visit. */
const SERVICES = `(select string_agg(one ->> 'name', ', ') from json_array_elements(booked_services(a.id)) as one)`;

@Injectable()
export class ComingBookingsRepository {
  constructor(@InjectRepository(Appointment) private readonly appointments: Repository<Appointment>) {}

  /** The next bookings of the clients, by time. */
  listComing(clientIds: readonly string[], now: Date, most: number): Promise<ComingBooking[]> {
    return this.comingOf(clientIds, now).limit(most).getRawMany<ComingBooking>();
  }

  /** All future bookings of the clients with their attendees, to be compared with the name that a caller said. */
  listAttendees(clientIds: readonly string[], said: string, now: Date): Promise<ComingAttendee[]> {
    return this.comingOf(clientIds, now)
      .addSelect('sort_name(a.attendee_name)', 'attendee_key')
      .addSelect('sort_name(:said)', 'called')
      .setParameters({ said })
      .getRawMany<ComingAttendee>();
  }

  /**
   * What the key booked in the chat for its client. Nothing if it booked there for another client too: a chat that
   * several customers share does not say who is speaking.
   */
  listOfChat({ chat_id, key_id, client_id }: KnownChat, now: Date, most: number): Promise<ComingBooking[]> {
    return this.comingOf([client_id], now)
      .andWhere('a.chat_id = :chat_id and a.made_by_key = :key_id', { chat_id, key_id })
      .andWhere(
        `not exists (select from appointments as other where other.chat_id = :chat_id
          and other.made_by_key = :key_id and other.client_id <> a.client_id)`,
      )
      .limit(most)
      .getRawMany<ComingBooking>();
  }

  private comingOf(clientIds: readonly string[], now: Date): SelectQueryBuilder<Appointment> {
    return this.appointments
      .createQueryBuilder('a')
      .innerJoin('a.client', 'client')
      .select(['a.id as id', 'a.client_id as client_id', 'client.name as client_name'])
      .addSelect(['a.attendee_name as attendee_name', 'a.handle as handle', `${SERVICES} as service`])
      .addSelect(['a.starts_at as starts_at', 'a.ends_at as ends_at'])
      .addSelect(['a.resource as resource', 'a.status as status'])
      .where('a.client_id = any(:clientIds::uuid[])', { clientIds })
      .andWhere('a.status in (:...live) and a.ends_at > :now', { live: LIVE_STATUSES, now })
      .orderBy('a.starts_at')
      .addOrderBy('a.id');
  }
}
