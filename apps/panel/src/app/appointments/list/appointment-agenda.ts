import { Component, computed, ElementRef, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { Shortcuts } from '../../ui/keys/shortcuts';
import { StatusChip } from '../../ui/status-chip';
import { Session } from '../../session/session';
import { AppointmentsState } from '../appointments-state';
import { BusyTimes } from '../blocks/busy-times';
import { AppointmentDialogs } from '../changes/appointment-dialogs';
import { addDays } from '../../crm/dates';
import { daysOfAppointment } from '../calendar/days-of-appointment';
import { BookableResources } from '../../crm/bookable-resources';
import { ShownZone } from '../../crm/shown-zone';
import { focusStep } from '../../ui/keys/focus-step';
import { attendeeOf } from '../../crm/attendee';
import { LateMark } from '../../crm/late-mark';
import { subjectOf } from '../../crm/subject';

/** A week as a list, day by day. */
@Component({
  selector: 'app-appointment-agenda',
  imports: [LateMark, RouterLink, StatusChip, TranslocoPipe],
  templateUrl: './appointment-agenda.html',
  styleUrl: './appointment-agenda.css',
})
export class AppointmentAgenda {
  protected readonly attendeeOf = attendeeOf;
  protected readonly subjectOf = subjectOf;
  private readonly state = inject(AppointmentsState);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly busyTimes = inject(BusyTimes);
  protected readonly dialogs = inject(AppointmentDialogs);
  protected readonly mayWrite = inject(Session).isOperator;
  protected readonly zone = inject(ShownZone);
  protected readonly bookable = inject(BookableResources);
  protected readonly days = computed(() => {
    const { first } = this.state.days();
    const rows = this.state
      .drawn()
      .map((row) => ({ row, days: daysOfAppointment(row, this.zone.zone(), first) }));
    return Array.from({ length: 7 }, (_, index) => {
      const date = addDays(first, index);
      const blocks = this.busyTimes.blocksByDay().get(date) ?? [];
      return { date, blocks, rows: rows.filter(({ days }) => days.includes(date)).map(({ row }) => row) };
    });
  });

  constructor() {
    const group = 'keys.list';
    inject(Shortcuts).register([
      { keys: 'j', label: 'keys.next_row', group, run: () => this.move(1) },
      { keys: 'k', label: 'keys.previous_row', group, run: () => this.move(-1) },
    ]);
  }

  private move(step: 1 | -1): void {
    focusStep(this.host.querySelectorAll<HTMLElement>('a, .block:enabled'), step);
  }
}
