import { computed, inject, Injectable } from '@angular/core';
import type { BusyTimeDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { ShownZone } from '../../crm/shown-zone';
import { AppointmentsState } from '../appointments-state';
import { beginOf } from '../calendar/calendar-days';
import { daysOfAppointment } from '../calendar/days-of-appointment';

/** The blocks and the busy times of calendars in the shown days. */
@Injectable()
export class BusyTimes {
  private readonly state = inject(AppointmentsState);
  private readonly zone = inject(ShownZone);
  private readonly list = query<BusyTimeDto[]>(() => {
    if (!this.zone.isKnown() || this.state.view() === 'list') return undefined;
    const { first, after } = this.state.days();
    const zone = this.zone.zone();
    return {
      url: '/api/busy-times',
      query: {
        ...{ from: beginOf(first, zone), to: beginOf(after, zone) },
        resource_id: this.state.resource_ids().join(','),
      },
    };
  });
  readonly shown = computed(() => this.list.value() ?? []);
  /** The blocks alone, by day: where days are lists, what calendars tell would hide the appointments. */
  readonly blocksByDay = computed(() => {
    const byDay = new Map<string, BusyTimeDto[]>();
    for (const block of this.shown()) {
      if (block.block_id === null) continue;
      for (const date of daysOfAppointment(block, this.zone.zone(), this.state.days().first))
        byDay.set(date, [...(byDay.get(date) ?? []), block]);
    }
    return byDay;
  });

  reload(): Promise<void> {
    return this.list.reload();
  }

  /** Shows a block at another time, until it is read again. */
  move(block_id: string, to: Partial<BusyTimeDto>): void {
    this.list.update((rows) => rows.map((row) => (row.block_id === block_id ? { ...row, ...to } : row)));
  }
}
