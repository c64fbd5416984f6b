import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { LIVE_STATUSES, type OnConflict, type SeriesConflictDto } from '@groupless/shared-dto';
import { lockResources, type MeantResource } from '../../database/resource-locks';
import { claimRequest, findRequested, type RequestKey } from '../../database/request-keys';
import { breaks } from '../../database/violations';
import { Appointment, type BookedAppointment } from '../appointment.entity';
import { BookingsRepository, type Booked, type NewBooking } from '../bookings/bookings.repository';
import { changeIn, lockRows, type Decision, type RecordsOf } from '../changes/appointment-writes.statements';
import { SeriesRule } from './series-rule.entity';
import { conflictOf, SeriesRefused } from './series-conflicts';

interface SeriesTerms {
  on_conflict: OnConflict;
  isTrial: boolean;
  rule: SeriesRule;
  /** Its `Idempotency-Key`. */
  request: RequestKey | null;
  now: Date;
}

interface InsertedSeries {
  /** The series of an earlier request with the same key: nothing was booked. */
  known?: string;
  booked: Booked[];
  conflicts: SeriesConflictDto[];
}

/** Thrown to roll a dry run back; carries its result. */
class TrialEnded extends Error {
  constructor(readonly made: InsertedSeries) {
    super('This was a trial.');
  }
}

/** The change of the appointments of a series. */
export interface SeriesChange {
  decide: Decision['decide'];
  recordsOf: RecordsOf;
  updated_at: Date;
  notify: boolean;
  allow_overlap: boolean;
  allow_busy: boolean;
  on_conflict: OnConflict;
  /** Whether to move the last one first, so that they do not collide with each other. */
  isBackwards: boolean;
  roomsFor: Decision['roomsFor'];
  /** The one to which they move, and the rooms of which they may take one. */
  places: readonly MeantResource[];
}

@Injectable()
export class SeriesRepository {
  constructor(
    @InjectRepository(Appointment) private readonly appointments: Repository<Appointment>,
    private readonly bookings: BookingsRepository,
  ) {}

  /**
   * Books all of a series, or all that have no conflict, in one transaction.
   * @throws SeriesRefused with `fail`, where one of them has a conflict; AppError `invalid_request` for a client that is not there
   */
  insertSeries(bookings: readonly NewBooking[], terms: SeriesTerms): Promise<InsertedSeries> {
    return this.attempt(bookings, terms).catch((error: unknown) => {
      if (!breaks(error, 'appointments_client')) throw error;
      // The client was merged or removed meanwhile: the next attempt finds the kept one, or none.
      return this.attempt(bookings, terms);
    });
  }

  private async attempt(
    bookings: readonly NewBooking[],
    { on_conflict, isTrial, rule, request, now }: SeriesTerms,
  ): Promise<InsertedSeries> {
    try {
      return await this.appointments.manager.transaction(async (transaction) => {
        const known = request === null ? null : await claimRequest(transaction, request, rule.id, now);
        if (known !== null) return { booked: [], conflicts: [], known };
        const booked: Booked[] = [];
        const conflicts: SeriesConflictDto[] = [];
        for (const booking of bookings) {
          // The client that the first booking created is used for all.
          const { client_id = null, mailed_to = null } = booked[0]?.appointment ?? {};
          const booked_for = client_id === null ? booking.booked_for : { client_id };
          try {
            booked.push(await this.bookings.book(transaction, { ...booking, booked_for, mailed_to }));
          } catch (error) {
            // The refused booking has written nothing.
            const conflict = conflictOf(error);
            if (conflict === null) throw error;
            conflicts.push(conflict);
          }
        }
        if (isTrial) throw new TrialEnded({ booked, conflicts });
        if (conflicts.length > 0 && on_conflict === 'fail') throw new SeriesRefused(conflicts);
        if (booked.length > 0) await transaction.insert(SeriesRule, rule);
        return { booked, conflicts };
      });
    } catch (error) {
      if (error instanceof TrialEnded) return error.made;
      throw error;
    }
  }

  /** The live future appointments of a series, by time. */
  listComing(series_id: string, from: Date, now: Date): Promise<Appointment[]> {
    return this.appointments
      .createQueryBuilder('a')
      .where({ series_id, status: In([...LIVE_STATUSES]) })
      .andWhere('a.starts_at >= :from and a.starts_at > :now', { from, now })
      .orderBy('a.starts_at')
      .addOrderBy('a.id')
      .getMany();
  }

  /** All of it, by time. */
  listSeries(series_id: string): Promise<BookedAppointment[]> {
    return this.appointments.find({
      where: { series_id },
      relations: { client: true },
      order: { starts_at: 'ASC', id: 'ASC' },
    }) as Promise<BookedAppointment[]>;
  }

  /**
   * The series of the first request with this key.
   * @throws AppError `idempotency_key_reused`
   */
  findRequested(request: RequestKey, now: Date): Promise<string | null> {
    return findRequested(this.appointments.manager, request, now);
  }

  /** Null: it was made before rules were kept. */
  findRule(id: string): Promise<SeriesRule | null> {
    return this.appointments.manager.findOneBy(SeriesRule, { id });
  }

  existsSeries(series_id: string): Promise<boolean> {
    return this.appointments.existsBy({ series_id });
  }

  findOfSeries(series_id: string, id: string): Promise<Appointment | null> {
    return this.appointments.findOneBy({ series_id, id });
  }

  /**
   * Changes appointments of a series together.
   * @throws SeriesRefused with `fail`, where one of them has a conflict
   */
  changeSeries(
    stored: readonly Appointment[],
    { on_conflict, isBackwards, places, ...change }: SeriesChange,
  ): Promise<{ changed: BookedAppointment[]; conflicts: SeriesConflictDto[] }> {
    return this.appointments.manager.transaction(async (transaction) => {
      // Rows are locked before resources, as in every other change, to avoid deadlocks.
      const rows = await lockRows(
        transaction,
        stored.map(({ id }) => id),
      );
      await lockResources(transaction, [...rows, ...places]);
      const changed: BookedAppointment[] = [];
      const conflicts: SeriesConflictDto[] = [];
      for (const { id } of isBackwards ? [...stored].reverse() : stored) {
        try {
          const outcome = await changeIn(transaction, id, null, { ...change, between_minutes: null });
          if (outcome?.changed) changed.push(outcome.appointment);
        } catch (error) {
          const conflict = conflictOf(error);
          if (conflict === null) throw error;
          conflicts.push(conflict);
        }
      }
      if (conflicts.length > 0 && on_conflict === 'fail') throw new SeriesRefused(conflicts);
      return {
        changed: changed.sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime()),
        conflicts: conflicts.sort((a, b) => a.starts_at.localeCompare(b.starts_at)),
      };
    });
  }
}
