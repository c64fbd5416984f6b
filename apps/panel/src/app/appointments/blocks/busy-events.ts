import type { EventInput } from '@fullcalendar/angular';
import type { BusyTimeDto } from '@groupless/shared-dto';
import { made } from '../calendar/event-content';
import type { ResourceColumns } from '../calendar/resource-columns';

/** A busy time as FullCalendar draws it: a block like an appointment, what a calendar tells behind all. */
export function busyEventsOf(
  busy: BusyTimeDto,
  index: number,
  mayWrite: boolean,
  columns: ResourceColumns | null,
): EventInput[] {
  const { resource_id: of, starts_at, ends_at, title, block_id } = busy;
  const isBlock = block_id !== null;
  const common = {
    title: title ?? '',
    ...(isBlock ? { extendedProps: { busy } } : { display: 'background', className: 'calendar-busy' }),
  };
  if (columns === null)
    return [
      { ...common, id: `busy-${index}`, start: starts_at, end: ends_at, editable: mayWrite && isBlock },
    ];
  const ids = of === null ? columns.columns.map((one) => one.resource_id) : [of];
  return ids.flatMap((resource_id) => {
    const place = columns.place({ starts_at, ends_at, resource_id });
    if (place === null) return [];
    // A block of all resources stands in each column: dragged, one would say nothing of the others.
    const editable = mayWrite && isBlock && of !== null && !place.isCut;
    return [{ ...common, id: `busy-${index}-${resource_id}`, start: place.start, end: place.end, editable }];
  });
}

/** What stands in a block of the calendar, as plain nodes (see `contentOf()`). */
export function blockContentOf(
  busy: BusyTimeDto,
  timeText: string,
  translate: (key: string) => string,
): Node[] {
  return [
    made('bdi', 'who', busy.title ?? translate('appointments.block.blocked')),
    made('span', 'when', timeText),
    made('span', 'what', busy.resource ?? translate('appointments.block.all')),
    made('span', 'visually-hidden', translate('appointments.block.blocked')),
  ];
}
