import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { FormField, type FieldTree } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type WorkingHoursDto } from '@groupless/shared-dto';
import { Appearance } from '../../session/appearance';
import { Icon } from '../../ui/icon';
import { ClockField } from './clock-field';
import { DAYS, hoursOf, withCopies, withStretch, WORKDAYS } from './working-week';

type Hours = FieldTree<WorkingHoursDto, number>;

/** When the business is open, by weekday: several stretches a day, and copies to other days. */
@Component({
  selector: 'app-working-hours',
  imports: [CdkMenu, CdkMenuItem, CdkMenuTrigger, ClockField, FormField, Icon, TranslocoPipe],
  templateUrl: './working-hours.html',
  styleUrl: './working-hours.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class WorkingHours {
  readonly hours = input.required<FieldTree<WorkingHoursDto[]>>();
  readonly disabled = input(false);
  private readonly locale = inject(Appearance).locale;
  protected readonly workdays = WORKDAYS;
  protected readonly all_days = DAYS;
  private readonly week = computed(() => this.hours()().value());
  protected readonly isFull = computed(() => this.week().length >= LIMITS.working_hours.max);

  protected readonly days = computed(() => {
    const name = new Intl.DateTimeFormat(this.locale(), { weekday: 'long', timeZone: 'UTC' });
    return DAYS.map((day) => ({
      day,
      // The first of January 2024 was a Monday.
      name: name.format(Date.UTC(2024, 0, day)),
      stretches: this.week().flatMap((hours, index) => (hours.day === day ? [index] : [])),
      may_grow: !this.isFull() && withStretch(this.week(), day) !== null,
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

  protected add(day: number): void {
    this.change((week) => withStretch(week, day) ?? week);
  }

  protected remove(index: number): void {
    this.change((week) => week.filter((_, one) => one !== index));
  }

  protected copy(from: number, to: readonly number[]): void {
    this.change((week) => withCopies(week, from, to).slice(0, LIMITS.working_hours.max));
  }

  protected isClosed(day: number): boolean {
    return hoursOf(this.week(), day).length === 0;
  }

  private change(next: (week: WorkingHoursDto[]) => WorkingHoursDto[]): void {
    this.hours()().value.update(next);
    this.hours()().markAsDirty();
  }
}
