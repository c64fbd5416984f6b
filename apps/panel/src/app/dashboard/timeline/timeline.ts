import { Component, computed, ElementRef, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { DEFAULT_RESOURCE, type AppointmentDto } from '@groupless/shared-dto';
import { addDays } from '../../crm/dates';
import { closuresOn } from '../../crm/opening-hours';
import { Formats } from '../../i18n/formats';
import { toLocal } from '../../i18n/zoned-time';
import { Shortcuts } from '../../ui/keys/shortcuts';
import { Appearance } from '../../i18n/appearance';
import { Business } from '../../data/business';
import { Session } from '../../session/session';
import { Now } from '../../ui/formats/relative-time';
import { focusStep } from '../../ui/keys/focus-step';
import { ExactTime } from '../../ui/formats/exact-time';
import { StatusChip } from '../../ui/status-chip';
import { timelineOf } from './timeline-days';
import { attendeeOf } from '../../crm/attendee';
import { ConfirmButton } from '../../crm/confirm-button';
import { subjectOf } from '../../crm/subject';

/** Who is here now, and who comes next. */
@Component({
  selector: 'app-timeline',
  imports: [ConfirmButton, ExactTime, RouterLink, StatusChip, TranslocoPipe],
  templateUrl: './timeline.html',
  styleUrl: './timeline.css',
})
export class Timeline {
  protected readonly attendeeOf = attendeeOf;
  protected readonly subjectOf = subjectOf;
  readonly appointments = input.required<readonly AppointmentDto[]>();
  /** How far the browser's clock is behind the server's. */
  readonly behindMs = input(0);
  protected readonly formats = inject(Formats);
  protected readonly appearance = inject(Appearance);
  private readonly now = inject(Now);
  private readonly business = inject(Business);
  protected readonly mayWrite = inject(Session).isOperator;
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly defaultResource = DEFAULT_RESOURCE;
  protected readonly parts = computed(() =>
    timelineOf(this.appointments(), this.now.ms() + this.behindMs(), this.appearance.businessZone()),
  );

  /** The closures of today and tomorrow that are not over. */
  protected readonly closures = computed(() => {
    const settings = this.business.settings();
    if (settings === null) return [];
    const nowMs = this.now.ms() + this.behindMs();
    const today = toLocal(new Date(nowMs), settings.time_zone).date;
    const days = [
      { day: 'today', date: today },
      { day: 'tomorrow', date: addDays(today, 1) },
    ];
    return days.flatMap(({ day, date }) =>
      closuresOn(settings, date, settings.time_zone)
        .filter(({ times: [, end] }) => Date.parse(end) > nowMs)
        .map(({ resource, reason, times: [start, end], isWholeDay }) => ({
          key: `dashboard.timeline.closed_${day}${resource === undefined ? '' : '_resource'}`,
          params: { resource },
          hours: isWholeDay ? '' : `${this.formats.time(start)} – ${this.formats.time(end)}`,
          reason,
        })),
    );
  });

  constructor() {
    const group = 'nav.dashboard';
    inject(Shortcuts).register([
      { keys: 'j', label: 'keys.next_row', group, run: () => this.move(1) },
      { keys: 'k', label: 'keys.previous_row', group, run: () => this.move(-1) },
    ]);
  }

  private move(step: 1 | -1): void {
    focusStep(this.host.querySelectorAll<HTMLElement>('li a'), step);
  }
}
