import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { DEFAULT_RESOURCE, type AppointmentDto } from '@groupless/shared-dto';
import { Formats } from '../i18n/formats';
import { Appearance } from '../session/appearance';
import { Now } from '../ui/formats/relative-time';
import { ExactTime } from '../ui/formats/exact-time';
import { StatusChip } from '../ui/status-chip';
import { timelineOf } from './timeline-days';

/** Who is here now, and who comes next. */
@Component({
  selector: 'app-timeline',
  imports: [ExactTime, RouterLink, StatusChip, TranslocoPipe],
  templateUrl: './timeline.html',
  styleUrl: './timeline.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Timeline {
  readonly appointments = input.required<readonly AppointmentDto[]>();
  protected readonly formats = inject(Formats);
  protected readonly appearance = inject(Appearance);
  private readonly now = inject(Now);
  protected readonly defaultResource = DEFAULT_RESOURCE;
  protected readonly parts = computed(() =>
    timelineOf(this.appointments(), this.now.ms(), this.appearance.business_zone()),
  );
}
