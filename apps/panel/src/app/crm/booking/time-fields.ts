import { Component, computed, inject, input, output } from '@angular/core';
import { FormField, type FieldTree } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import type { BookedServiceDto } from '@groupless/shared-dto';
import { DateTimeField } from '../../ui/forms/date-time-field';
import { Field } from '../../ui/forms/field';
import { Now } from '../../ui/formats/relative-time';
import { BufferNotice } from './buffer-notice';
import { cautionsOf } from './cautions';
import { FreeTimes } from './free-times';
import { LengthFields } from './length-fields';
import { ShownZone } from '../shown-zone';

/** The part of a form that says when an appointment is. */
export interface TimeForm {
  starts_at: FieldTree<string | null>;
  duration_minutes: FieldTree<number | null>;
  resource: FieldTree<string>;
}

/** When an appointment begins and how long it takes, with the free times of that day. */
@Component({
  selector: 'app-time-fields',
  imports: [BufferNotice, DateTimeField, Field, FormField, FreeTimes, LengthFields, TranslocoPipe],
  template: `
    <app-field [label]="'crm.starts' | transloco" [help]="zoneLabel()" [of]="form().starts_at">
      <app-date-time-field
        [time_zone]="zone.zone()"
        [timeLabel]="'crm.start_time' | transloco"
        [formField]="form().starts_at"
      />
    </app-field>
    <app-free-times
      [starts_at]="form().starts_at().value()"
      [duration_minutes]="form().duration_minutes().value()"
      [resource]="form().resource().value()"
      [moved]="moved()"
      [visit]="visit()"
      [takesFocus]="beginsAtTimes()"
      (chosen)="chosen.emit($event)"
    />
    <app-field [label]="'crm.minutes' | transloco" [of]="form().duration_minutes">
      <app-length-fields [starts_at]="form().starts_at().value()" [formField]="form().duration_minutes" />
    </app-field>
    @if (isPast()) {
      <p class="notice" role="status">{{ 'crm.past_then' | transloco }}</p>
    } @else {
      @for (caution of cautions(); track caution.key) {
        <p class="notice" role="status">{{ caution.key | transloco: caution.params }}</p>
      }
    }
    <app-buffer-notice
      [starts_at]="form().starts_at().value()"
      [duration_minutes]="form().duration_minutes().value()"
      [resource]="form().resource().value()"
      [moved]="moved()"
      [visit]="visit()"
    />
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: 16px;
    }
  `,
})
export class TimeFields {
  readonly form = input.required<TimeForm>();
  /** Whether the keyboard begins at the free times. */
  readonly beginsAtTimes = input(false);
  /** The appointment that is to be moved. */
  readonly moved = input<string | null>(null);
  /** Who does it, and how long it keeps free after it. */
  readonly visit = input<readonly BookedServiceDto[]>([]);
  /** When it begins. */
  readonly chosen = output<string>();
  protected readonly zone = inject(ShownZone);
  private readonly now = inject(Now);
  /** With the offset of that day: summer time may come before it. */
  protected readonly zoneLabel = computed(() => {
    const date = this.form().starts_at().value()?.slice(0, 10) ?? this.zone.today();
    return this.zone.labelOf(this.zone.zone(), date);
  });
  /** It may be booked all the same, as may what is outside the hours: only the agent keeps to both. */
  protected readonly isPast = computed(() => {
    const starts_at = this.form().starts_at().value();
    return starts_at !== null && Date.parse(starts_at) < this.now.ms();
  });
  protected readonly cautions = computed(() => {
    const { starts_at, duration_minutes, resource } = this.form();
    return cautionsOf(this.zone, {
      resource: resource().value(),
      visit: this.visit(),
      starts_at: starts_at().value(),
      minutes: duration_minutes().value(),
    });
  });
}
