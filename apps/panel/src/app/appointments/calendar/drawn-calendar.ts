import { computed, inject, type Signal } from '@angular/core';
import { ShownZone } from '../../crm/shown-zone';
import { Appearance } from '../../i18n/appearance';
import { Session } from '../../session/session';
import { Now } from '../../ui/formats/relative-time';
import { AppointmentsState } from '../appointments-state';
import { AppointmentChanges } from '../changes/appointment-changes';
import { busyEventsOf } from '../blocks/busy-events';
import { BusyTimes } from '../blocks/busy-times';
import { closedColumns, closedEvents, eventOf } from './calendar-events';
import { ResourceColumns } from './resource-columns';

/** What the calendar draws, in an injection context. */
export function drawnCalendar() {
  const state = inject(AppointmentsState);
  const zone = inject(ShownZone);
  const changes = inject(AppointmentChanges);
  const busyTimes = inject(BusyTimes);
  const appearance = inject(Appearance);
  const mayWrite = inject(Session).isOperator;
  const now = inject(Now);

  /** A column for each resource; null in the other views. */
  const columns: Signal<ResourceColumns | null> = computed(() =>
    state.view() === 'columns' ? new ResourceColumns(state.columns(), state.date(), zone.zone()) : null,
  );
  const closed = computed(() => {
    const [hours, days] = [zone.hours(), state.days()];
    const shown = columns();
    if (shown !== null) return closedColumns(hours, days, zone.zone(), shown);
    // Of one resource alone its own hours are shown.
    return closedEvents(hours, days, zone.zone(), state.hoursOf());
  });
  /** FullCalendar draws this line on the day that is today, which columns are not. */
  const nowLines = computed(() => {
    const shown = columns();
    if (shown === null || state.date() !== zone.today()) return [];
    return shown
      .placesOf(now.ms())
      .map((place) => ({ ...place, display: 'background', className: 'calendar-now-line' }));
  });
  return {
    columns,
    /** Another zone, language, number of columns or closure is another calendar. */
    drawnFor: computed(() => [
      JSON.stringify([
        zone.zone(),
        appearance.formatLocale(),
        columns()?.columns ?? null,
        zone.hours().closures,
      ]),
    ]),
    events: computed(() => [
      ...state.drawn().flatMap((row) => eventOf(row, changes.moving(), mayWrite(), columns())),
      ...busyTimes.shown().flatMap((busy, index) => busyEventsOf(busy, index, mayWrite(), columns())),
      ...closed(),
      ...nowLines(),
    ]),
  };
}
