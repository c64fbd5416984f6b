import {
  afterNextRender,
  Component,
  computed,
  ElementRef,
  inject,
  Injector,
  input,
  output,
} from '@angular/core';
import { TranslocoPipe, TranslocoService } from '@jsverse/transloco';
import { LIMITS, type BookedServiceDto } from '@groupless/shared-dto';
import { Field } from '../../ui/forms/field';
import { IconButton } from '../../ui/icon-button';
import { BookableServices, minutesOf, visitOf } from '../bookable-services';

/**
 * The services of a visit, in their order: a choice for each, and below the last one a choice for another. Says how long several
 * are together, and the price of each, which is a text.
 */
@Component({
  selector: 'app-service-fields',
  imports: [Field, IconButton, TranslocoPipe],
  template: `
    <app-field [label]="'crm.service' | transloco" [help]="told()" [optional]="true">
      @for (id of places(); track $index; let place = $index) {
        <div class="line">
          <select
            class="input"
            [attr.aria-label]="place === 0 ? null : ('crm.service_at' | transloco: { place: place + 1 })"
            (change)="put(place, $any($event.target).value)"
          >
            <option value="">{{ (place === 0 ? 'crm.no_service' : 'crm.add_service') | transloco }}</option>
            @for (one of choicesAt(place); track one.id) {
              <option [value]="one.id" [selected]="one.id === id">
                {{ 'crm.service_minutes' | transloco: { name: one.name, minutes: one.duration_minutes } }}
              </option>
            }
          </select>
          @if (id !== '' && chosen().length > 1) {
            @if (place > 0) {
              <button
                appIconButton="arrow-up"
                [label]="'crm.service_earlier' | transloco: { name: nameOf(id) }"
                (click)="moveUp(place)"
              ></button>
            }
            <button
              appIconButton="x"
              [label]="'crm.service_remove' | transloco: { name: nameOf(id) }"
              (click)="put(place, '')"
            ></button>
          }
        </div>
      }
    </app-field>
  `,
  host: { '[class.wide]': 'chosen().length > 1' },
  styles: `
    /* Its lines have buttons beside them. */
    :host(.wide) {
      grid-column: 1 / -1;
    }

    .line {
      display: flex;
      gap: 4px;
    }

    .input {
      flex: 1;
      min-width: 0;
    }
  `,
})
export class ServiceFields {
  /** The ids of the chosen ones. */
  readonly chosen = input.required<readonly string[]>();
  /** Those that the appointment has already, which may have left. */
  readonly own = input<readonly BookedServiceDto[]>([]);
  readonly changed = output<string[]>();
  private readonly bookable = inject(BookableServices);
  private readonly transloco = inject(TranslocoService);
  private readonly injector = inject(Injector);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef);
  private readonly all = computed(() => withOwn(this.bookable.list(), this.own()));
  /** With one for another, as long as there is another. */
  protected readonly places = computed(() => {
    const chosen = this.chosen();
    const isFull = chosen.length >= Math.min(LIMITS.services_of_visit.max, this.all().length);
    return isFull ? chosen : [...chosen, ''];
  });
  protected readonly told = computed(() => {
    const visit = visitOf(this.chosen(), this.all());
    const minutes = minutesOf(visit);
    return [
      ...(visit.length > 1 ? [this.transloco.translate('crm.service_total', { minutes })] : []),
      ...this.bookable
        .visitOf(this.chosen())
        .flatMap(({ name, price }) => (price === null ? [] : `${name}: ${price}`)),
    ].join(' · ');
  });

  protected choicesAt(place: number): BookedServiceDto[] {
    const others = this.chosen().filter((_, index) => index !== place);
    return this.all().filter(({ id }) => !others.includes(id));
  }

  protected nameOf(id: string): string {
    return this.all().find((one) => one.id === id)?.name ?? '';
  }

  /** @param id empty: it is taken away */
  protected put(place: number, id: string): void {
    this.changed.emit(this.chosen().toSpliced(place, 1, ...(id === '' ? [] : [id])));
    // The button that was pressed may be gone.
    const select = () => this.host.nativeElement.querySelectorAll('select')[place]?.focus();
    if (id === '') afterNextRender(select, { injector: this.injector });
  }

  protected moveUp(place: number): void {
    const next = [...this.chosen()];
    next.splice(place - 1, 0, ...next.splice(place, 1));
    this.changed.emit(next);
  }
}

/** What has left is offered to who has it. */
export function withOwn(
  bookable: readonly BookedServiceDto[],
  own: readonly BookedServiceDto[],
): BookedServiceDto[] {
  return [...bookable, ...own.filter(({ id }) => bookable.every((one) => one.id !== id))];
}
