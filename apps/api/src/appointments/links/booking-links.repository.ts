import { Injectable } from '@nestjs/common';
import { PanelStatements } from '../../database/database.module';
import { BOOKING_LINK } from '../rules/visitors';

/** How long a cancelled appointment can be taken back by its link, which ends then. */
export const OPEN_AFTER_CANCELLATION_MS = 600_000;

/** To what the link of an appointment is bound. */
export interface Generation {
  id: string;
  /** Another one when another client gets the appointment. */
  handle: string;
  /** How many cancellations have stood for so long that the link of then has ended. */
  ended: number;
}

/** What was done to an appointment last. */
export interface LastChange {
  version: number;
  at: Date;
  from_status: string | null;
  to_status: string;
  /** Whether who has the link did it. */
  by_link: boolean;
}

const GENERATIONS = {
  name: 'generations_of_booking_links',
  text: `
    select a.id::text, a.handle, (
      select count(*)::int from appointment_events as ended
      where ended.appointment_id = a.id and ended.to_status = 'cancelled' and ended.from_status <> 'cancelled'
        and coalesce((
          select min(again.at) from appointment_events as again
          where again.appointment_id = a.id and again.version > ended.version and again.to_status <> 'cancelled'
        ), $2::timestamptz) >= ended.at + make_interval(secs => $3)
    ) as ended
    from appointments as a
    where a.id = any($1::uuid[]) and a.client_id is not null`,
};

const LAST_CHANGE = {
  name: 'last_change_of_booking',
  text: `
    select last.version, last.at, last.from_status, last.to_status, coalesce((
      select key_id = $2 from audit_events where object = 'appointment:' || $1 order by at desc, id desc limit 1
    ), false) as by_link
    from appointment_events as last
    where last.appointment_id = $1::uuid order by last.version desc limit 1`,
};

@Injectable()
export class BookingLinksRepository {
  constructor(private readonly panel: PanelStatements) {}

  /** Of those that are there and have a client. */
  listGenerations(ids: readonly string[], now: Date): Promise<Generation[]> {
    return this.panel.run<Generation>(GENERATIONS, [ids, now, OPEN_AFTER_CANCELLATION_MS / 1_000]);
  }

  async findLastChange(id: string): Promise<LastChange | null> {
    const [last] = await this.panel.run<LastChange>(LAST_CHANGE, [id, BOOKING_LINK.id]);
    return last ?? null;
  }
}
