import { ChangeDetectionStrategy, Component, computed, ElementRef, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { DEFAULT_RESOURCE, type AppointmentDto } from '@groupless/shared-dto';
import { Formats } from '../i18n/formats';
import { Shortcuts } from '../layout/commands/shortcuts';
import { Appearance } from '../session/appearance';
import { Now } from '../ui/formats/relative-time';
import { focusStep } from '../ui/focus-step';
import { ExactTime } from '../ui/formats/exact-time';
import { StatusChip } from '../ui/status-chip';
import { timelineOf } from './timeline-days';
import { attendeeOf } from '../crm/attendee';

/** Who is here now, and who comes next. */
@Component({
  selector: 'app-timeline',
  imports: [ExactTime, RouterLink, StatusChip, TranslocoPipe],
  templateUrl: './timeline.html',
  styleUrl: './timeline.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Timeline {
  protected readonly attendeeOf = attendeeOf;
  readonly appointments = input.required<readonly AppointmentDto[]>();
  /** How far the browser's clock is behind the server's. */
  readonly behindMs = input(0);
  protected readonly formats = inject(Formats);
  protected readonly appearance = inject(Appearance);
  private readonly now = inject(Now);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly defaultResource = DEFAULT_RESOURCE;
  protected readonly parts = computed(() =>
    timelineOf(this.appointments(), this.now.ms() + this.behindMs(), this.appearance.business_zone()),
  );

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
