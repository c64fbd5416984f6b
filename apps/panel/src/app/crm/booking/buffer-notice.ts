import { Component, computed, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  ANY_RESOURCE,
  LIVE_STATUSES,
  type AppointmentDto,
  type BookedServiceDto,
  type PageDto,
} from '@groupless/shared-dto';
import { query } from '../../data/query';
import { attendeeOf } from '../attendee';
import { BookableServices } from '../bookable-services';
import { ShownZone } from '../shown-zone';
import { endOf, isLength, minutesBetween } from '../slot-times';

/** As many as may stand side by side. */
const MOST = 20;

/** That the time left to the appointment before or after is shorter than the business wants. It may be booked all the same. */
@Component({
  selector: 'app-buffer-notice',
  imports: [TranslocoPipe],
  template: `
    @for (one of near(); track one.key) {
      <p class="notice" role="status">{{ one.key | transloco: one }}</p>
    }
  `,
  styles: `
    :host:not(:has(p)) {
      display: none;
    }

    p + p {
      margin-top: 8px;
    }
  `,
})
export class BufferNotice {
  readonly starts_at = input.required<string | null>();
  readonly duration_minutes = input.required<number | null>();
  readonly resource = input.required<string>();
  /** The appointment that is to be moved. */
  readonly moved = input<string | null>(null);
  /** The services that it is for. */
  readonly visit = input<readonly BookedServiceDto[]>([]);
  private readonly zone = inject(ShownZone);
  private readonly services = inject(BookableServices);
  private readonly times = computed(() => {
    const [starts_at, minutes] = [this.starts_at(), this.duration_minutes()];
    if (starts_at === null || !isLength(minutes)) return null;
    return { starts_at, ends_at: endOf(starts_at, minutes) };
  });
  private readonly around = query<PageDto<AppointmentDto>>(() => {
    const [times, buffer] = [this.times(), this.longest()];
    if (times === null || buffer === 0 || this.resource() === ANY_RESOURCE) return undefined;
    const at = { from: endOf(times.starts_at, -buffer), to: endOf(times.ends_at, buffer) };
    const of = { resource: this.resource(), status: LIVE_STATUSES.join(','), limit: MOST };
    return { url: '/api/appointments', query: { ...of, ...at } };
  });
  /** The nearest one on either side. One that holds the time itself is another matter. */
  protected readonly near = computed(() => {
    const times = this.times();
    const rows = (this.around.value()?.items ?? []).filter(({ id }) => id !== this.moved());
    if (times === null) return [];
    const before = rows
      .filter(({ ends_at }) => ends_at <= times.starts_at)
      .sort(byEnd)
      .at(-1);
    const after = rows.filter(({ starts_at }) => starts_at >= times.ends_at).sort(byStart)[0];
    return [
      ...this.tooClose('crm.close_after', before, before?.ends_at, times.starts_at, before?.services),
      ...this.tooClose('crm.close_before', after, times.ends_at, after?.starts_at, this.visit()),
    ];
  });
  private readonly longest = computed(() =>
    Math.max(this.bufferAfter(this.visit()), ...this.services.list().map((one) => this.bufferAfter([one]))),
  );

  /** The larger one counts: that of the business, or that of the service which ends. */
  private bufferAfter(visit: readonly BookedServiceDto[]): number {
    return Math.max(this.zone.buffer_minutes(), visit.at(-1)?.buffer_minutes ?? 0);
  }

  private tooClose(
    key: string,
    row: AppointmentDto | undefined,
    from = '',
    to = '',
    visit: readonly BookedServiceDto[] = [],
  ) {
    const [minutes, buffer] = [minutesBetween(from, to), this.bufferAfter(visit)];
    return row === undefined || minutes >= buffer ? [] : [{ key, name: attendeeOf(row), minutes, buffer }];
  }
}

function byEnd(one: AppointmentDto, other: AppointmentDto): number {
  return Date.parse(one.ends_at) - Date.parse(other.ends_at);
}

function byStart(one: AppointmentDto, other: AppointmentDto): number {
  return Date.parse(one.starts_at) - Date.parse(other.starts_at);
}
