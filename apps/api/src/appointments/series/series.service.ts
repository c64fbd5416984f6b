import { Injectable } from '@nestjs/common';
import {
  isLive,
  type ChangedSeriesDto,
  type CreateSeriesDto,
  type PatchSeriesDto,
  type SeriesDto,
} from '@groupless/shared-dto';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import type { KnownActor } from '../../platform/access/caller';
import { invalidRequest } from '../../platform/errors/app-error';
import { found } from '../../platform/errors/found';
import { newId } from '../../shared/new-id';
import { openingHours } from '../../shared/opening-hours/open-hours';
import { startsOf } from '../../shared/recurrence/occurrences';
import { readRule } from '../../shared/recurrence/recurrence-rule';
import { changeOf, withLength } from '../appointment-change';
import { AppointmentRecords } from '../appointment-records.service';
import type { Appointment } from '../appointment.entity';
import { toAppointmentDto } from '../appointment.mapper';
import { movedTime } from '../bookings/booked-time';
import { BookingsService } from '../bookings/bookings.service';
import type { NewBooking } from '../bookings/bookings.repository';
import { serviceOf } from '../services';
import { seriesConflicts, SeriesRefused } from './series-conflicts';
import { SeriesRepository } from './series.repository';
import { shiftOf, type Shift } from './series-shift';

const NO_SERIES = 'No appointments belong to this series.';

/** Appointments that are repeated by a rule. Each is a row of its own. */
@Injectable()
export class SeriesService {
  constructor(
    private readonly series: SeriesRepository,
    private readonly bookings: BookingsService,
    private readonly settings: ChatAgentSettingsService,
    private readonly records: AppointmentRecords,
  ) {}

  /**
   * @param dry_run whether only to answer what would happen; ids in that answer do not exist
   * @throws AppError `invalid_request`, `invalid_phone`, `series_conflicts`
   */
  async create(
    { rrule, on_conflict = 'fail', ...request }: CreateSeriesDto,
    actor: KnownActor,
    dry_run: boolean,
  ): Promise<SeriesDto> {
    const series_id = newId(this.records.now());
    const first = await this.bookings.prepare(request, actor);
    const starts = await this.startsOf(rrule, first);
    const closed = request.allow_busy === true ? [] : await this.closedAt(first, starts);
    const open = starts.filter((start) => !closed.includes(start));
    const isRefused = closed.length > 0 && on_conflict === 'fail' && !dry_run;
    const length = first.appointment.ends_at.getTime() - first.appointment.starts_at.getTime();
    const repeated = await Promise.all(
      open.map(async (start) => {
        const times = { starts_at: new Date(start), ends_at: new Date(start + length) };
        return this.bookings.prepare(request, actor, { ...times, series_id });
      }),
    );
    // Of one that closures refuse, a trial finds what else is in its way.
    const made = await this.series
      .insertSeries(repeated, { on_conflict, isTrial: dry_run || isRefused })
      .catch(refuseTogether);
    const conflicts = [...closed.map(closedConflict), ...made.conflicts].sort((a, b) =>
      a.starts_at.localeCompare(b.starts_at),
    );
    if (isRefused) throw seriesConflicts(conflicts);
    if (!dry_run) for (const one of made.booked) this.records.announceBooking(one);
    return {
      series_id,
      created: made.booked.map(({ appointment }) => toAppointmentDto(appointment)),
      conflicts,
    };
  }

  /**
   * Changes the coming appointments of a series, from one of them on or all.
   * @throws AppError `not_found`, `invalid_request`, `invalid_transition`, `not_begun`, `series_conflicts`
   */
  async change(
    series_id: string,
    from: string | null,
    { on_conflict = 'fail', allow_overlap = false, allow_busy = false, ...patch }: PatchSeriesDto,
    actor: KnownActor,
  ): Promise<ChangedSeriesDto> {
    const now = this.records.now();
    const settings = await this.settings.current();
    const stored = await this.listComing(series_id, from, now);
    const [asked] = stored;
    const { starts_at, ends_at, duration_minutes, ...others } = patch;
    const service = serviceOf({ service: patch.service ?? undefined }, settings);
    const timed = withLength(patch, service?.duration_minutes);
    const isMoved = starts_at !== undefined || ends_at !== undefined || duration_minutes !== undefined;
    const wanted =
      asked === undefined || !isMoved
        ? null
        : { before: stretchOf(asked), after: movedTime(stretchOf(asked), timed, null) };
    const shift: Shift | null =
      wanted === null ? null : shiftOf(wanted.before, wanted.after, settings.time_zone);
    const { changed, conflicts } = await this.series
      .changeSeries(stored, {
        // One that somebody cancelled meanwhile stays so.
        decide: (one) =>
          isLive(one.status)
            ? changeOf(one, { ...others, ...shift?.(stretchOf(one)) }, { ...settings, now, zone: null })
            : null,
        recordsOf: (one, change, names) => this.records.ofChange(one, change, names, { at: now, actor }),
        ...{ updated_at: now, allow_overlap, allow_busy, on_conflict },
        isBackwards: wanted !== null && wanted.after.start > wanted.before.start,
        resource: patch.resource ?? null,
      })
      .catch(refuseTogether);
    for (const { id } of changed) this.records.announce('updated', id);
    return { series_id, changed: changed.map(toAppointmentDto), conflicts };
  }

  /** @throws AppError `not_found` */
  async cancel(series_id: string, from: string | null, actor: KnownActor): Promise<void> {
    await this.change(series_id, from, { status: 'cancelled' }, actor);
  }

  private async listComing(series_id: string, from: string | null, now: Date): Promise<Appointment[]> {
    if (from === null) {
      found((await this.series.existsSeries(series_id)) || null, 'series', NO_SERIES);
      return this.series.listComing(series_id, now, now);
    }
    const first = found(await this.series.findOfSeries(series_id, from), 'series', NO_SERIES);
    return this.series.listComing(series_id, first.starts_at, now);
  }

  private async startsOf(rrule: string, { appointment }: NewBooking): Promise<number[]> {
    const { time_zone } = await this.settings.current();
    const starts = startsOf(readRule(rrule), appointment.starts_at.getTime(), time_zone);
    if (starts.length > 1) return starts;
    const message = 'rrule gives one time alone: book it as an appointment.';
    throw invalidRequest([{ field: 'rrule', code: 'incorrect', message }]);
  }

  /** Those of the starts at which a closure would be met. */
  private async closedAt({ appointment }: NewBooking, starts: readonly number[]): Promise<number[]> {
    const { closed } = openingHours(await this.settings.current(), appointment.resource);
    const length = appointment.ends_at.getTime() - appointment.starts_at.getTime();
    return starts.filter((start) => closed.some((one) => one.start < start + length && one.end > start));
  }
}

function closedConflict(start: number) {
  return { starts_at: new Date(start).toISOString(), code: 'outside_hours' as const };
}

function refuseTogether(error: unknown): never {
  throw error instanceof SeriesRefused ? seriesConflicts(error.conflicts) : error;
}

function stretchOf({ starts_at, ends_at }: Appointment) {
  return { start: starts_at.getTime(), end: ends_at.getTime() };
}
