import type { SlotDto } from '@groupless/shared-dto';
import { addDays } from '../../crm/dates';
import { endOf, minutesBetween } from '../../crm/slot-times';
import { DAY_MS, toInstant, toLocal } from '../../i18n/zoned-time';

/** A time on a resource. */
export interface ResourceSlot extends SlotDto {
  resource: string;
  resource_id: string;
}

/** A resource that has a column. */
export interface Column {
  resource: string;
  resource_id: string;
  /** What stands above it. */
  label: string;
  /** The name under which the settings have its hours; empty: as the business. */
  hours_of: string;
}

/** A Monday on which no clock changes: FullCalendar counts in UTC there. */
export const FIRST_COLUMN = '2001-01-01';

/**
 * A day with a column for each resource. FullCalendar has columns for days alone, so each resource gets a day of its
 * own, on which its appointments stand at the times that the clocks of the shown zone show.
 */
export class ResourceColumns {
  constructor(
    readonly columns: readonly Column[],
    private readonly date: string,
    private readonly zone: string,
  ) {}

  /** Where it stands in its column, as FullCalendar takes it; null: it has no column, or no time on this day. */
  place({
    starts_at,
    ends_at,
    resource_id,
  }: Omit<ResourceSlot, 'resource'>): { start: string; end: string; isCut: boolean } | null {
    const column = this.columns.findIndex((one) => one.resource_id === resource_id);
    const [from, to] = [toLocal(starts_at, this.zone), toLocal(ends_at, this.zone)];
    if (column === -1 || from.date > this.date || to.date < this.date) return null;
    const day = addDays(FIRST_COLUMN, column);
    const start = `${day}T${from.date < this.date ? '00:00' : from.time}:00.000Z`;
    const end = to.date > this.date ? `${addDays(day, 1)}T00:00:00.000Z` : `${day}T${to.time}:00.000Z`;
    const isCut = from.date < this.date || to.date > this.date;
    // Where the clock is put back, the end may show an earlier time than the start.
    return { start, end: end > start ? end : endOf(start, minutesBetween(starts_at, ends_at)), isCut };
  }

  /** Where an instant stands in each column. */
  placesOf(ms: number): { start: string; end: string }[] {
    const starts_at = new Date(ms).toISOString();
    const slot = { starts_at, ends_at: endOf(starts_at, 1) };
    return this.columns.flatMap(({ resource_id }) => this.place({ ...slot, resource_id }) ?? []);
  }

  /** What is at a place of the grid. A time that the clock skips is taken as the one an hour later. */
  slotAt(start: Date, end: Date): ResourceSlot {
    const column = this.columnOf(start);
    const { resource = '', resource_id = '' } = this.columns[column] ?? {};
    const starts_at = this.instantAt(start, column);
    const ends_at = this.columnOf(new Date(end.getTime() - 1)) === column ? this.instantAt(end, column) : '';
    return {
      starts_at,
      ends_at:
        ends_at > starts_at
          ? ends_at
          : endOf(starts_at, minutesBetween(start.toISOString(), end.toISOString())),
      resource,
      resource_id,
    };
  }

  /** Where an appointment goes that was dragged. What the drag left alone stays to the millisecond. */
  movedTo(start: Date, end: Date, before: ResourceSlot): ResourceSlot {
    const { starts_at: asked_start, ends_at: asked_end, ...to } = this.slotAt(start, end);
    const place = this.place(before);
    const [oldStart, oldEnd] = [place?.start.slice(11), place?.end.slice(11)];
    const hasStart = start.toISOString().slice(11) === oldStart;
    const hasEnd = end.toISOString().slice(11) === oldEnd;
    const length = minutesBetween(before.starts_at, before.ends_at);
    const starts_at = hasStart ? before.starts_at : asked_start;
    if (hasEnd && hasStart) return { starts_at, ends_at: before.ends_at, ...to };
    // An appointment moved as a whole keeps its length; otherwise one end was dragged.
    return { starts_at, ends_at: hasStart || hasEnd ? asked_end : endOf(starts_at, length), ...to };
  }

  columnAt(at: Date): Column | undefined {
    return this.columns[this.columnOf(at)];
  }

  private columnOf(at: Date): number {
    return Math.floor((at.getTime() - Date.parse(FIRST_COLUMN)) / DAY_MS);
  }

  private instantAt(at: Date, column: number): string {
    const day = addDays(FIRST_COLUMN, column);
    const iso = at.toISOString();
    const date = iso.slice(0, 10) > day ? addDays(this.date, 1) : this.date;
    const found = toInstant({ date, time: iso.slice(11, 16) }, this.zone);
    return found ?? this.instantAt(new Date(at.getTime() + DAY_MS / 24), column);
  }
}
