import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { isLive } from '@groupless/shared-dto';
import { lockResources } from '../../database/resource-locks';
import { AppError } from '../../platform/errors/app-error';
import { inRoom, standing, type AppointmentChange } from '../appointment-change';
import { Appointment, type BookedAppointment, type StoredAppointment } from '../appointment.entity';
import {
  clientNames,
  getWithClient,
  lockRows,
  roomOf,
  stateOf,
  write,
  type Decision,
  type RecordsOf,
} from './appointment-writes.statements';

export interface Swapped {
  a: BookedAppointment;
  b: BookedAppointment;
}

export interface SwapTerms {
  /** Throws if the two are not as the caller knows them. */
  demand: (pair: { a: StoredAppointment; b: StoredAppointment }) => void;
  updated_at: Date;
  /** Whether the clients are to be told. */
  notify: boolean;
  changeOf: (stored: StoredAppointment, place: Appointment) => AppointmentChange | null;
  recordsOf: RecordsOf;
  roomsFor: Decision['roomsFor'];
}

/** Webhooks get no event for the intermediate row of a swap. */
const TELL_NOTHING = `select set_config('groupless.swapping', 'on', true)`;
const TELL = `select set_config('groupless.swapping', '', true)`;

@Injectable()
export class SwapsRepository {
  constructor(@InjectDataSource() private readonly panel: DataSource) {}

  /**
   * Swaps the times, resources and rooms of two appointments. Both stay locked meanwhile.
   * @returns null if one of them does not exist
   * @throws AppError as `demand()`, `invalid_transition` if one of them blocks no time
   */
  swap(
    ids: { a: string; b: string },
    { demand, updated_at, notify, changeOf, recordsOf, roomsFor }: SwapTerms,
  ): Promise<Swapped | null> {
    return this.panel.transaction(async (transaction) => {
      const found = await lockBoth(transaction, ids);
      if (found === null) return null;
      const { a, b } = found;
      demand(found);
      for (const one of [a, b]) if (!isLive(one.status)) throw holdsNoTime(one);
      const [ofA, ofB] = [changeOf(a, b), changeOf(b, a)];
      if (ofA !== null && ofB !== null) {
        const names = await clientNames(transaction, [a.client_id, b.client_id]);
        const moves = [
          { stored: b, change: ofB, place: a },
          { stored: a, change: ofA, place: b },
        ].map(({ stored, change, place }) => {
          const wanted = Object.assign(new Appointment(), stored, change.columns, { room_id: place.room_id });
          return { stored, change, place, wanted, rooms: roomsFor(wanted) };
        });
        const candidates = moves.flatMap(({ rooms }) => rooms?.candidates ?? []);
        const [, , ...locked] = await lockResources(transaction, [a, b, ...candidates]);
        // Excluded from the constraint first, because the other one still has the time.
        await transaction.query(TELL_NOTHING);
        await transaction.update(Appointment, { id: a.id }, { squeezed: true, room_id: null });
        await transaction.query(TELL);
        for (const { stored, change: asked, place, wanted, rooms } of moves) {
          const choice = { rooms, locked: locked.splice(0, rooms?.candidates.length ?? 0) };
          const allowed = { between_minutes: null, allow_overlap: place.squeezed, allow_busy: true };
          const room = await roomOf(transaction, wanted, choice, allowed);
          const stands = standing(stored, asked, place.squeezed || room.squeezed);
          const { columns, ...told } = inRoom(stored, stands, room);
          const change = { ...told, columns: { ...columns, room_id: room.id } };
          const after = Object.assign(wanted, change.columns);
          const waived = notify ? null : stateOf(after);
          await write(transaction, {
            stored,
            change,
            waived,
            updated_at,
            ...recordsOf(stored, change, names),
          });
        }
      }
      return { a: await getWithClient(transaction, a.id), b: await getWithClient(transaction, b.id) };
    });
  }
}

async function lockBoth(
  transaction: EntityManager,
  ids: { a: string; b: string },
): Promise<{ a: StoredAppointment; b: StoredAppointment } | null> {
  const rows = await lockRows(transaction, Object.values(ids));
  const [a, b] = [ids.a, ids.b].map((id) => rows.find((row) => row.id === id));
  return a === undefined || b === undefined ? null : { a, b };
}

function holdsNoTime({ status }: Appointment): AppError {
  const detail = `One of the appointments is ${status} and holds no time. Move the other one instead.`;
  return new AppError('invalid_transition', detail, { members: { allowed: [] } });
}
