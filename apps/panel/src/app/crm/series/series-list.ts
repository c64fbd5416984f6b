import {
  afterNextRender,
  Component,
  computed,
  inject,
  Injector,
  input,
  signal,
  viewChild,
  type ElementRef,
} from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { BookedServiceDto } from '@groupless/shared-dto';
import { PluralPipe } from '../../i18n/plural';
import { DateTimeField } from '../../ui/forms/date-time-field';
import { cautionsOf } from '../booking/cautions';
import { FreeTimes } from '../booking/free-times';
import { ShownZone } from '../shown-zone';
import type { SeriesDay } from './series-days';
import type { Words } from './series-obstacles';
import { SeriesPlan } from './series-plan';

/** The times of a series before it is made: what is in the way of which, and what becomes of that one. */
@Component({
  selector: 'app-series-list',
  imports: [DateTimeField, FreeTimes, PluralPipe, TranslocoPipe],
  templateUrl: './series-list.html',
  styleUrl: './series-list.css',
  host: { role: 'group', '[attr.aria-labelledby]': 'id' },
})
export class SeriesList {
  readonly minutes = input.required<number | null>();
  readonly resource = input.required<string>();
  readonly visit = input<readonly BookedServiceDto[]>([]);
  protected readonly plan = inject(SeriesPlan);
  protected readonly zone = inject(ShownZone);
  protected readonly id = 'series-times';
  protected readonly conflicts = computed(() => this.plan.days().filter(({ code }) => code !== null));
  /** The day for which another time is being chosen. */
  protected readonly open = signal<string | null>(null);
  private readonly injector = inject(Injector);
  private readonly heading = viewChild.required<ElementRef<HTMLElement>>('heading');

  constructor() {
    // It comes below what was typed: the keyboard goes on here.
    afterNextRender(() => {
      const heading = this.heading().nativeElement;
      heading.focus();
      heading.scrollIntoView({ block: 'start' });
    });
  }

  protected cautionsOf(starts_at: string): Words[] {
    const [resource, visit, minutes] = [this.resource(), this.visit(), this.minutes()];
    return cautionsOf(this.zone, { resource, visit, starts_at, minutes });
  }

  protected wordsOf({ starts_at, code }: SeriesDay): Words {
    return this.plan.words().get(starts_at) ?? { key: `crm.series.because.${code ?? ''}`, params: {} };
  }

  protected toggle({ starts_at }: SeriesDay, opener: HTMLElement): void {
    this.open.update((before) => (before === starts_at ? null : starts_at));
    // The buttons of the form stand over the end of it.
    const show = () => opener.scrollIntoView({ block: 'start' });
    afterNextRender(show, { injector: this.injector });
  }

  /** Typed: its own time is what cannot be. */
  protected take({ starts_at }: SeriesDay, moved_to: string | null): void {
    if (moved_to !== null) this.plan.move(starts_at, moved_to === starts_at ? null : moved_to);
  }

  protected choose(day: SeriesDay, starts_at: string, opener: HTMLElement): void {
    this.take(day, starts_at);
    this.open.set(null);
    opener.focus();
  }

  protected leaveOut({ starts_at }: SeriesDay, opener: HTMLElement): void {
    this.plan.move(starts_at, null);
    opener.focus();
  }
}
