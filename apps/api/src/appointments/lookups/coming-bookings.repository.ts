import { Injectable } from '@nestjs/common';
import { PanelStatements } from '../../database/database.module';

/** A future appointment with the columns that an agent may see. */
export interface ComingBooking {
  id: string;
  handle: string;
  service: string | null;
  starts_at: Date;
  ends_at: Date;
}

const MOST = 20;

/** Two queries, to use the index of the client and that of the chat. */
const LIST_COMING = {
  name: 'list_coming_bookings',
  text: `
    select id, handle, service, starts_at, ends_at from (
      select * from appointments where client_id = any($1::uuid[])
      union
      select * from appointments where chat_id = $2
    ) as a
    where status in ('pending', 'confirmed') and ends_at > $3::timestamptz
    order by starts_at, id limit ${MOST}`,
};

@Injectable()
export class ComingBookingsRepository {
  constructor(private readonly statements: PanelStatements) {}

  /** Future bookings of the clients, and those booked in the chat, by time. */
  listComing(clientIds: readonly string[], chat_id: string | null, now: Date): Promise<ComingBooking[]> {
    return this.statements.run<ComingBooking>(LIST_COMING, [clientIds, chat_id, now]);
  }
}
