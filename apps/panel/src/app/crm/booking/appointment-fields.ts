import { Component, input, output } from '@angular/core';
import {
  FormField,
  max,
  maxLength,
  min,
  required,
  type FieldTree,
  type SchemaPathTree,
} from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { ANY_RESOURCE, inOneLine, LIMITS, type BookedServiceDto } from '@groupless/shared-dto';
import { Field } from '../../ui/forms/field';
import { minutesOf, visitOf } from '../bookable-services';
import type { Conflict } from './conflict-finder';
import { TakenNotice } from './taken-notice';
import { TimeFields, type TimeForm } from './time-fields';

/** What is typed of an appointment, whether it is booked or changed. */
export interface AppointmentDraft {
  title: string;
  resource: string;
  starts_at: string | null;
  duration_minutes: number | null;
  /** The ids of its services, in their order. */
  services: string[];
}

/**
 * A draft with other services, their length together and their subject; a subject that was typed stays.
 * @param all that it had and may have: their names were not typed
 */
export function withServices<Draft extends AppointmentDraft>(
  draft: Draft,
  services: string[],
  all: readonly BookedServiceDto[],
): Draft {
  const visit = visitOf(services, all);
  if (visit.length === 0) return { ...draft, services };
  const untyped = ['', inOneLine(visitOf(draft.services, all)), ...all.map(({ name }) => name)];
  const title = untyped.includes(draft.title) ? inOneLine(visit) : draft.title;
  return { ...draft, services, duration_minutes: minutesOf(visit), title };
}

export function appointmentRules(path: SchemaPathTree<AppointmentDraft>): void {
  maxLength(path.title, LIMITS.title.max);
  required(path.starts_at);
  required(path.duration_minutes);
  min(path.duration_minutes, LIMITS.appointment_minutes.min);
  max(path.duration_minutes, LIMITS.appointment_minutes.max);
}

/**
 * What a booking and the change of an appointment ask for alike: with whom, about what and when. What is content comes
 * before who holds the time that was asked for; `beside` stands beside the resource.
 */
@Component({
  selector: 'app-appointment-fields',
  imports: [Field, FormField, TakenNotice, TimeFields, TranslocoPipe],
  template: `
    <div class="two">
      <ng-content select="[beside]" />
      <app-field [label]="'crm.resource' | transloco" [of]="form().resource">
        <select class="input" [formField]="form().resource">
          @for (resource of resources(); track resource) {
            <option [value]="resource">
              {{ resource === anyone ? ('crm.anyone' | transloco) : resource }}
            </option>
          }
        </select>
      </app-field>
    </div>
    <app-field [label]="'crm.subject' | transloco" [optional]="true" [of]="form().title">
      <input class="input" autocomplete="off" [formField]="form().title" />
    </app-field>
    <app-time-fields
      [form]="form()"
      [moved]="moved()"
      [visit]="visit()"
      [beginsAtTimes]="beginsAtTimes()"
      (chosen)="chosen.emit($event)"
    />
    <ng-content />
    <app-taken-notice
      [conflict]="conflict()"
      [canSwap]="canSwap()"
      (chosen)="chosen.emit($event)"
      (beside)="beside.emit()"
      (swap)="swap.emit()"
    />
  `,
  host: { class: 'stack' },
})
export class AppointmentFields {
  readonly form = input.required<TimeForm & { title: FieldTree<string> }>();
  readonly resources = input.required<readonly string[]>();
  readonly conflict = input.required<Conflict | null>();
  /** The appointment that is to be moved; null for a new one. */
  readonly moved = input<string | null>(null);
  /** The chosen services that can be booked. */
  readonly visit = input<readonly BookedServiceDto[]>([]);
  protected readonly anyone = ANY_RESOURCE;
  /** Whether the keyboard begins at the free times. */
  readonly beginsAtTimes = input(false);
  /** Whether it may exchange its time with who holds the wanted one. */
  readonly canSwap = input(false);
  /** When it begins. */
  readonly chosen = output<string>();
  /** It is wanted beside the one that holds the time. */
  readonly beside = output();
  readonly swap = output();
}
