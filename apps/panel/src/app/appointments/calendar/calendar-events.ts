import { attendeeOf } from '../../crm/attendee';
import type { EventInput } from '@fullcalendar/angular';
import { LIVE_STATUSES, type AppointmentDto, type AppointmentStatus } from '@groupless/shared-dto';
import { addDays } from '../../crm/dates';
import {
  closedTime,
  closedWithin,
  openingHoursOf,
  type OpeningHours,
  type Stretch,
} from '../../crm/opening-hours';
import { beginOf, type Days } from './calendar-days';
import type { ResourceColumns, ResourceSlot } from './resource-columns';

/** The appointments that were dragged, by id, where they were let go. */
export type Moving = ReadonlyMap<string, ResourceSlot>;

/**
 * An appointment as FullCalendar draws it; one that was dragged stands where it was let go until the answer comes. Where each
 * resource has a column, it stands in that of its room, too.
 */
export function eventOf(
  appointment: AppointmentDto,
  moving: Moving,
  mayWrite: boolean,
  columns: ResourceColumns | null,
): EventInput[] {
  const { id, status, room_id } = appointment;
  const slot = moving.get(id) ?? appointment;
  const live: readonly AppointmentStatus[] = LIVE_STATUSES;
  const isEditable = mayWrite && live.includes(status) && !moving.has(id);
  const title = attendeeOf(appointment);
  if (columns === null)
    return [
      {
        ...{ id, title, start: slot.starts_at, end: slot.ends_at },
        ...{ editable: isEditable, extendedProps: { appointment } },
      },
    ];
  // A drag says who takes it, and not which room. FullCalendar keeps one of an id.
  const places = [
    { ...slot, id, isInRoom: false },
    ...(room_id === null ? [] : [{ ...slot, id: `${id} ${room_id}`, resource_id: room_id, isInRoom: true }]),
  ];
  return places.flatMap(({ id: place_id, isInRoom, ...one }) => {
    const place = columns.place(one);
    // Of one that is cut at midnight the grid does not know the other part.
    return place === null
      ? []
      : [
          {
            ...{ id: place_id, title, start: place.start, end: place.end },
            editable: isEditable && !isInRoom && !place.isCut,
            extendedProps: { appointment, isInRoom },
          },
        ];
  });
}

/** What is shaded of the shown days: the time outside the opening hours, with the reasons of closures. */
export function closedEvents(
  hours: OpeningHours,
  { first, after }: Days,
  zone: string,
  resource = '',
): EventInput[] {
  const own = openingHoursOf(hours, resource);
  const shown: Stretch = [beginOf(first, zone), beginOf(after, zone)];
  const closures = own.closures.map((one) => ({ times: closedTime(one, own.time_zone), reason: one.reason }));
  return daysWithin({ first, after }).flatMap((date) => {
    const day: Stretch = [beginOf(date, zone), beginOf(addDays(date, 1), zone)];
    return [
      ...closedWithin(own, day).map(([start, end]) => shade(start, end, 'calendar-closed')),
      ...closures
        .map(({ times, reason }) => ({ part: meet(times, day), reason }))
        .filter(({ part, reason }) => part[0] < part[1] && reason !== '' && part[0] < shown[1])
        .map(({ part: [start, end], reason }) => ({
          ...shade(start, end, 'calendar-closure'),
          title: reason,
        })),
    ];
  });
}

/** What is shaded of a column of each resource. */
export function closedColumns(
  hours: OpeningHours,
  days: Days,
  zone: string,
  columns: ResourceColumns,
): EventInput[] {
  return columns.columns.flatMap(({ resource_id, hours_of }) =>
    closedEvents(hours, days, zone, hours_of).flatMap((event) => {
      const [starts_at, ends_at] = [event.start as string, event.end as string];
      const place = columns.place({ starts_at, ends_at, resource_id });
      return place === null ? [] : [{ ...event, start: place.start, end: place.end }];
    }),
  );
}

function shade(start: string, end: string, className: string): EventInput {
  return { start, end, display: 'background', className };
}

function daysWithin({ first, after }: Days): string[] {
  const days = [];
  for (let date = first; date < after; date = addDays(date, 1)) days.push(date);
  return days;
}

function meet([from, to]: Stretch, [first, after]: Stretch): Stretch {
  return [from > first ? from : first, to < after ? to : after];
}
