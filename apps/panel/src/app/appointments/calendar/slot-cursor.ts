import { Component, computed, inject, output, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { toInstant, toLocal } from '../../i18n/zoned-time';
import { AppointmentsState } from '../appointments-state';
import { addDays } from '../../crm/dates';
import { beginOf } from './calendar-days';
import type { ChosenSlot } from './chosen-slot';
import { ShownZone } from '../../crm/shown-zone';
import { endOf, nextSlot } from '../../crm/slot-times';

/**
 * The calendar's slots by the keyboard: a button that stands for one of them. Arrows move it by a slot, and by a day
 * or to the next resource, Enter books it, B blocks it.
 */
@Component({
  selector: 'app-slot-cursor',
  imports: [TranslocoPipe],
  template: `
    <button
      type="button"
      class="button"
      [attr.aria-describedby]="'slot-cursor-help'"
      (focus)="begin()"
      (blur)="end()"
      (keydown)="onKey($event)"
      (click)="pick()"
    >
      @if (slot()) {
        {{ 'appointments.book_at' | transloco: { time: text() } }}
      } @else {
        {{ 'appointments.choose_slot' | transloco }}
      }
    </button>
    <span id="slot-cursor-help" class="help">{{ 'appointments.slot_help' | transloco }}</span>
    <span class="visually-hidden" aria-live="assertive"> {{ text() }}</span>
  `,
  styles: `
    :host {
      position: absolute;
      z-index: 5;
      top: 8px;
      left: 50%;
      display: flex;
      align-items: center;
      gap: 12px;
      padding: 6px 12px 6px 6px;
      border: 1px solid var(--border);
      border-radius: var(--radius-card);
      background: var(--surface);
      box-shadow: var(--lift);
      transform: translateX(-50%);
      white-space: nowrap;
    }

    /* Seen by whom it is for: whoever comes here by the keyboard. */
    :host:not(:focus-within) {
      clip-path: inset(50%);
    }

    .help {
      color: var(--text-2);
      font: var(--text-caption);
    }
  `,
})
export class SlotCursor {
  readonly picked = output<ChosenSlot>();
  readonly blocked = output<ChosenSlot>();
  readonly moved = output<ChosenSlot | null>();
  private readonly state = inject(AppointmentsState);
  protected readonly zone = inject(ShownZone);
  private readonly starts_at = signal<string | null>(null);
  private readonly column = signal(0);
  /** The column that it is in. */
  private readonly shown = computed(() =>
    this.isInColumns() ? this.state.columns()[this.column()] : undefined,
  );
  protected readonly slot = computed<ChosenSlot | null>(() => {
    const starts_at = this.starts_at();
    if (starts_at === null) return null;
    const slot = { starts_at, ends_at: endOf(starts_at, this.zone.slot_minutes()) };
    const resource_id = this.shown()?.resource_id;
    return resource_id === undefined ? slot : { ...slot, resource_id };
  });
  protected readonly text = computed(() => {
    const slot = this.slot();
    if (slot === null) return '';
    const time = this.zone.span(slot.starts_at, slot.ends_at);
    const label = this.shown()?.label;
    return label === undefined ? time : `${time}, ${label}`;
  });
  private readonly isInColumns = computed(() => this.state.view() === 'columns');

  protected begin(): void {
    this.set(this.starts_at() ?? this.first());
  }

  protected end(): void {
    this.moved.emit(null);
  }

  protected onKey(event: KeyboardEvent): void {
    const starts_at = this.starts_at() ?? this.first();
    const minutes = this.zone.slot_minutes();
    const moves: Record<string, () => string> = {
      ArrowDown: () => endOf(starts_at, minutes),
      ArrowUp: () => endOf(starts_at, -minutes),
      ArrowRight: () => this.beside(starts_at, 1),
      ArrowLeft: () => this.beside(starts_at, -1),
    };
    const move = moves[event.key];
    const slot = this.slot();
    if (event.key === 'b' && slot !== null) {
      event.preventDefault();
      event.stopPropagation();
      this.blocked.emit(slot);
    }
    if (move === undefined) return;
    event.preventDefault();
    this.set(move());
  }

  protected pick(): void {
    const slot = this.slot();
    if (slot !== null) this.picked.emit(slot);
  }

  private set(starts_at: string): void {
    this.starts_at.set(starts_at);
    const { date } = toLocal(starts_at, this.zone.zone());
    const { first, after } = this.state.days();
    if (date < first || date >= after) this.state.goTo(date);
    this.moved.emit(this.slot());
  }

  /** On the next day, or in the next column. */
  private beside(starts_at: string, step: 1 | -1): string {
    if (!this.isInColumns()) return this.onOtherDay(starts_at, step);
    const last = this.state.columns().length - 1;
    this.column.update((column) => Math.min(Math.max(column + step, 0), last));
    return starts_at;
  }

  /** The same time on the clock, a day away; where the clock skips it, an hour later. */
  private onOtherDay(starts_at: string, days: number): string {
    const zone = this.zone.zone();
    const { date, time } = toLocal(starts_at, zone);
    const there = { date: addDays(date, days), time };
    return toInstant(there, zone) ?? endOf(starts_at, days * 24 * 60);
  }

  /** The next slot from now, if today is shown; else when the business opens on the first day. */
  private first(): string {
    const zone = this.zone.zone();
    const { first, after } = this.state.days();
    const today = this.zone.today();
    if (today >= first && today < after)
      return nextSlot(new Date(), this.zone.slot_minutes(), beginOf(today, zone));
    const opens = (this.zone.settings()?.working_hours ?? []).map((hours) => hours.opens).sort();
    return toInstant({ date: first, time: opens[0] ?? '09:00' }, zone) ?? `${first}T09:00:00.000Z`;
  }
}
