import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, computed, inject, input } from '@angular/core';
import { FormField, type FieldTree } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type WorkingHoursDto } from '@groupless/shared-dto';
import { Appearance } from '../../../i18n/appearance';
import { IconButton } from '../../../ui/icon-button';
import { localClock } from './clock';
import { ClockField } from './clock-field';
import { isClock } from './clock';
import {
  dayNames,
  DAYS,
  hoursOf,
  isOf,
  withCopies,
  withHoursOf,
  withStretch,
  WORKDAYS,
} from './working-week';

type Hours = FieldTree<WorkingHoursDto, number>;

/** When the business, or one resource, is open by weekday: several stretches a day, and copies to other days. */
@Component({
  selector: 'app-working-hours',
  imports: [CdkMenu, CdkMenuItem, CdkMenuTrigger, ClockField, FormField, IconButton, TranslocoPipe],
  templateUrl: './working-hours.html',
  styleUrl: './working-hours.css',
})
export class WorkingHours {
  readonly hours = input.required<FieldTree<WorkingHoursDto[]>>();
  /** Whose hours are shown; without it, those of the business. */
  readonly resource = input<string>();
  readonly disabled = input(false);
  private readonly locale = inject(Appearance).formatLocale;
  /** How a time is written. */
  protected readonly example = computed(() => localClock('09:00', this.locale()));
  protected readonly workdays = WORKDAYS;
  protected readonly allDays = DAYS;
  private readonly all = computed(() => this.hours()().value());
  private readonly week = computed(() => this.all().filter((hours) => isOf(hours, this.resource())));
  protected readonly isFull = computed(() => this.all().length >= LIMITS.working_hours.max);

  protected readonly days = computed(() => {
    const nameOf = dayNames(this.locale(), 'long');
    return DAYS.map((day) => ({
      day,
      name: nameOf(day),
      stretches: this.all().flatMap((hours, index) =>
        hours.day === day && isOf(hours, this.resource()) ? [index] : [],
      ),
      mayGrow: !this.isFull() && withStretch(this.week(), day) !== null,
    }));
  });

  protected fieldAt(index: number): Hours {
    return this.hours()[index] as Hours;
  }

  /** What is wrong with a stretch, once somebody has been in it. */
  protected errorsAt(index: number): readonly { kind: string; message?: string }[] {
    const field = this.fieldAt(index);
    const { opens, closes } = field;
    const isTouched = opens().touched() || closes().touched();
    return isTouched ? [...field().errors(), ...opens().errors(), ...closes().errors()] : [];
  }

  /** Said, since it may be a slip: 09:00–06:00 is open for 21 hours. */
  protected endsNextDay(index: number): boolean {
    const { opens, closes } = this.fieldAt(index)().value();
    return isClock(opens) && isClock(closes) && closes <= opens;
  }

  protected add(day: number): void {
    this.change((week) => withStretch(week, day) ?? week);
  }

  protected remove(index: number): void {
    const removed = this.all()[index];
    this.change((week) => week.filter((one) => one !== removed));
  }

  protected copy(from: number, to: readonly number[]): void {
    this.change((week) => withCopies(week, from, to));
  }

  protected isClosed(day: number): boolean {
    return hoursOf(this.week(), day).length === 0;
  }

  private change(next: (week: WorkingHoursDto[]) => WorkingHoursDto[]): void {
    this.hours()().value.update((all) =>
      withHoursOf(all, this.resource(), next).slice(0, LIMITS.working_hours.max),
    );
    this.hours()().markAsDirty();
  }
}
