import { Component, computed, inject, input, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AppointmentDto } from '@groupless/shared-dto';
import { Session } from '../../session/session';
import { IconButton } from '../../ui/icon-button';
import { StatusChip } from '../../ui/status-chip';
import { AppointmentsState } from '../appointments-state';
import { attendeeOf } from '../../crm/attendee';
import { clientContact } from '../../crm/client-contact';
import { SeriesPlace } from '../../crm/series/series-place';
import { BookableResources } from '../../crm/bookable-resources';
import { ShownZone } from '../../crm/shown-zone';
import { StatusActions } from '../drawer/status-actions';
import { LateMark } from '../../crm/late-mark';
import { subjectOf } from '../../crm/subject';

/** Beside the appointment; where there is no room, below or above it. */
export const POPOVER_POSITIONS = [
  { originX: 'end', originY: 'top', overlayX: 'start', overlayY: 'top', offsetX: 8 },
  { originX: 'start', originY: 'top', overlayX: 'end', overlayY: 'top', offsetX: -8 },
  { originX: 'start', originY: 'bottom', overlayX: 'start', overlayY: 'top', offsetY: 8 },
  { originX: 'start', originY: 'top', overlayX: 'start', overlayY: 'bottom', offsetY: -8 },
] as const;

/** An appointment at a glance, beside its place in the calendar. */
@Component({
  selector: 'app-appointment-popover',
  imports: [IconButton, LateMark, RouterLink, SeriesPlace, StatusActions, StatusChip, TranslocoPipe],
  template: `
    <h2 class="nowrap">
      <bdi>{{ name() }}</bdi>
    </h2>
    <p class="caption client">
      @if (appointment().attendee_name) {
        <bdi>{{ appointment().client?.name }}</bdi>
      }
      <span class="nowrap">{{ contact() }}</span>
    </p>
    <p [class.struck]="appointment().status === 'cancelled'">
      {{ zone.span(appointment().starts_at, appointment().ends_at) }}
    </p>
    @if (subjectOf(appointment()); as subject) {
      <p>{{ subject }}</p>
    }
    @if (appointment().series_id) {
      <p class="caption">{{ 'crm.series.label' | transloco }}: <app-series-place [of]="appointment()" /></p>
    }
    <p class="state">
      <app-status-chip [status]="appointment().status" />
      <app-late-mark [of]="appointment()" />
      <span class="caption">{{ bookable.labelOf(appointment()) }}</span>
      @if (appointment().room; as room) {
        <span class="caption">{{ room }}</span>
      }
    </p>
    <p class="links">
      <button type="button" class="link-button" (click)="details()">
        {{ 'appointments.details' | transloco }}
      </button>
      <a [routerLink]="['/clients', appointment().client_id]">{{ 'appointments.to_client' | transloco }}</a>
    </p>
    @if (mayWrite()) {
      <app-status-actions
        [appointment]="appointment()"
        [label]="'appointments.actions' | transloco"
        (statusChange)="closed.emit()"
        (moved)="closed.emit()"
      />
    }
    <button
      appIconButton="x"
      class="close"
      [label]="'dialog.close' | transloco"
      (click)="closed.emit()"
    ></button>
  `,
  host: { role: 'dialog', '[attr.aria-label]': 'name()' },
  styles: `
    :host {
      position: relative;
      display: flex;
      flex-direction: column;
      gap: 8px;
      width: min(320px, calc(100vw - 32px));
      padding: 12px 16px 16px;
      border: 1px solid var(--border);
      border-radius: var(--radius-dialog);
      background: var(--surface);
      box-shadow: var(--lift);
    }

    /* Last in the order of the keyboard: whoever opens it wants to do something. */
    .close {
      position: absolute;
      top: 6px;
      right: 6px;
    }

    h2 {
      padding-right: 28px;
      font: 600 14px/20px var(--font);
    }

    /* Its place is kept, so that no button moves away from the pointer. */
    .client {
      display: flex;
      gap: 8px;
      min-height: 16px;
    }

    .struck {
      text-decoration: line-through;
    }

    .state {
      display: flex;
      align-items: center;
      gap: 8px;
    }

    .links {
      display: flex;
      gap: 16px;
    }
  `,
})
export class AppointmentPopover {
  protected readonly subjectOf = subjectOf;
  readonly appointment = input.required<AppointmentDto>();
  readonly closed = output();
  protected readonly name = computed(() => attendeeOf(this.appointment()));
  protected readonly contact = clientContact(() => this.appointment().client_id);
  private readonly state = inject(AppointmentsState);
  protected readonly zone = inject(ShownZone);
  protected readonly bookable = inject(BookableResources);
  protected readonly mayWrite = inject(Session).isOperator;

  protected details(): void {
    this.closed.emit();
    this.state.open(this.appointment().id);
  }
}
