import { Injectable } from '@nestjs/common';
import {
  isLive,
  type ChangedSeriesDto,
  type CreateSeriesDto,
  type PatchSeriesDto,
  type ReadSeriesDto,
  type SeriesConflictDto,
  type SeriesDto,
} from '@groupless/shared-dto';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import type { KnownActor } from '../../platform/access/caller';
import { found } from '../../platform/errors/found';
import { requestKeyOf } from '../../database/request-keys';
import { newId } from '../../shared/new-id';
import { changeOf, withLength } from '../appointment-change';
import { AppointmentRecords } from '../appointment-records.service';
import type { Appointment } from '../appointment.entity';
import { toAppointmentDto } from '../appointment.mapper';
import { movedTime } from '../bookings/booked-time';
import { roomChoiceOf } from '../availability/choice';
import { BookingsService } from '../bookings/bookings.service';
import { meantNames, minutesOf, visitOf } from '../../shared/known-names';
import { seriesConflicts, SeriesRefused } from './series-conflicts';
import { SeriesRepository } from './series.repository';
import { shiftOf, type Shift } from './series-shift';
import { closedConflict, closedStarts, startsOfSeries } from './series-times';

interface SeriesScope {
  from?: string | undefined;
  starts_at_of?: string | undefined;
  new_resource?: boolean;
}

const NO_SERIES = 'No appointments belong to this series.';

/** Recurring appointments. Each is a row of its own. */
@Injectable()
export class SeriesService {
  constructor(
    private readonly series: SeriesRepository,
    private readonly bookings: BookingsService,
    private readonly settings: ChatAgentSettingsService,
    private readonly records: AppointmentRecords,
  ) {}

  /**
   * @param terms whether to answer only what would happen, with ids that do not exist; whether the resource may be one that the
   *   settings do not have
   * With the `Idempotency-Key` of an earlier request within a day the answer is that series.
   * @throws AppError `invalid_request`, `invalid_phone`, `unknown_service`, `unknown_resource`, `series_conflicts`,
   *   `idempotency_key_reused`
   */
  async create(
    asked: CreateSeriesDto,
    actor: KnownActor,
    { dry_run, new_resource, key }: { dry_run: boolean; new_resource: boolean; key: string | null },
  ): Promise<{ series: SeriesDto; is_new: boolean }> {
    const { rrule, exceptions, on_conflict = 'fail', ...request } = asked;
    const now = this.records.now();
    const sent = dry_run ? null : requestKeyOf('series', actor.caller, key, asked);
    const before = sent === null ? null : await this.series.findRequested(sent, now);
    if (before !== null) return this.known(before);
    const series_id = newId(now);
    const first = await this.bookings.prepare(request, actor, new_resource);
    const starts = startsOfSeries({ rrule, exceptions }, first);
    const closed = request.allow_busy === true ? [] : closedStarts(first, starts);
    const isRefused = closed.length > 0 && on_conflict === 'fail' && !dry_run;
    const length = first.ends_at.getTime() - first.starts_at.getTime();
    const repeated = starts
      .filter((start) => !closed.includes(start))
      .map((start) => first.at({ starts_at: new Date(start), ends_at: new Date(start + length), series_id }));
    // If closures refuse the series, a dry run also finds its other conflicts.
    const made = await this.series
      .insertSeries(repeated, {
        ...{ on_conflict, isTrial: dry_run || isRefused },
        ...{ request: sent, now },
        rule: { id: series_id, rrule, starts_at: first.starts_at, exceptions: exceptions ?? [] },
      })
      .catch(refuseTogether);
    if (made.known !== undefined) return this.known(made.known);
    const conflicts = byTime([...closed.map(closedConflict), ...made.conflicts]);
    if (isRefused) throw seriesConflicts(conflicts);
    if (!dry_run) for (const one of made.booked) this.records.announceBooking(one);
    const created = made.booked.map(({ appointment }) => toAppointmentDto(appointment));
    return { series: { series_id, created, conflicts }, is_new: !dry_run };
  }

  /** @throws AppError `not_found` */
  async get(series_id: string): Promise<ReadSeriesDto> {
    const [rule, rows] = await Promise.all([
      this.series.findRule(series_id),
      this.series.listSeries(series_id),
    ]);
    found(rows[0] ?? null, 'series', NO_SERIES);
    const appointments = rows.map((one) => toAppointmentDto(one));
    if (rule === null) return { series_id, rule, appointments };
    const { rrule, starts_at, exceptions } = rule;
    return { series_id, rule: { rrule, starts_at: starts_at.toISOString(), exceptions }, appointments };
  }

  private async known(series_id: string): Promise<{ series: SeriesDto; is_new: boolean }> {
    const created = (await this.series.listSeries(series_id)).map((one) => toAppointmentDto(one));
    return { series: { series_id, created, conflicts: [] }, is_new: false };
  }

  /**
   * Changes the future appointments of a series, all or from one on. A new time is that of the first of them, or of the
   * one that `starts_at_of` names.
   * @throws AppError `not_found`, `invalid_request`, `unknown_service`, `unknown_resource`, `invalid_transition`, `not_begun`, `series_conflicts`
   */
  async change(
    series_id: string,
    { from, starts_at_of, new_resource = false }: SeriesScope,
    {
      on_conflict = 'fail',
      allow_overlap = false,
      allow_busy = false,
      notify = true,
      ...patch
    }: PatchSeriesDto,
    actor: KnownActor,
  ): Promise<ChangedSeriesDto> {
    const now = this.records.now();
    const settings = await this.settings.current();
    const stored = await this.listComing(series_id, from ?? null, now);
    const asked = starts_at_of === undefined ? stored[0] : await this.findOne(series_id, starts_at_of);
    const { starts_at, ends_at, duration_minutes, ...others } = patch;
    const names = meantNames(patch, settings);
    const timed = withLength(patch, minutesOf(visitOf(names.services, settings)));
    const isMoved = starts_at !== undefined || ends_at !== undefined || duration_minutes !== undefined;
    const wanted =
      asked === undefined || !isMoved
        ? null
        : { before: rangeOf(asked), after: movedTime(rangeOf(asked), timed, null) };
    const shift: Shift | null =
      wanted === null ? null : shiftOf(wanted.before, wanted.after, settings.time_zone);
    const { changed, conflicts } = await this.series
      .changeSeries(stored, {
        // Appointments that were cancelled meanwhile stay cancelled.
        decide: (one) =>
          isLive(one.status)
            ? changeOf(
                one,
                { ...others, ...shift?.(rangeOf(one)) },
                { ...settings, now, zone: null, new_resource },
              )
            : null,
        recordsOf: (one, change, names) => this.records.ofChange(one, change, names, { at: now, actor }),
        updated_at: now,
        notify,
        allow_overlap,
        allow_busy,
        on_conflict,
        isBackwards: wanted !== null && wanted.after.start > wanted.before.start,
        roomsFor: (wanted) => roomChoiceOf(wanted, settings, false),
        places: [
          ...(names.resource === undefined
            ? []
            : [{ resource: names.resource, resource_id: names.resource_id ?? null }]),
          ...settings.rows.rooms.map(({ id, name }) => ({ resource: name, resource_id: id })),
        ],
      })
      .catch(refuseTogether);
    for (const { id } of changed) this.records.announce('updated', id);
    return { series_id, changed: changed.map(toAppointmentDto), conflicts };
  }

  /** @throws AppError `not_found` */
  async cancel(
    series_id: string,
    from: string | undefined,
    actor: KnownActor,
    farewell: Pick<PatchSeriesDto, 'notify' | 'reason'>,
  ): Promise<void> {
    await this.change(series_id, { from }, { status: 'cancelled', ...farewell }, actor);
  }

  private async listComing(series_id: string, from: string | null, now: Date): Promise<Appointment[]> {
    if (from === null) {
      found((await this.series.existsSeries(series_id)) || null, 'series', NO_SERIES);
      return this.series.listComing(series_id, now, now);
    }
    const first = await this.findOne(series_id, from);
    return this.series.listComing(series_id, first.starts_at, now);
  }

  private async findOne(series_id: string, id: string): Promise<Appointment> {
    return found(await this.series.findOfSeries(series_id, id), 'series', NO_SERIES);
  }
}

function byTime(conflicts: SeriesConflictDto[]): SeriesConflictDto[] {
  return conflicts.sort((a, b) => a.starts_at.localeCompare(b.starts_at));
}

function refuseTogether(error: unknown): never {
  throw error instanceof SeriesRefused ? seriesConflicts(error.conflicts) : error;
}

function rangeOf({ starts_at, ends_at }: Appointment) {
  return { start: starts_at.getTime(), end: ends_at.getTime() };
}
