import type { CalendarOptions, EventDisplayInfo } from '@fullcalendar/angular';
import type { WorkingHoursDto } from '@groupless/shared-dto';

const edge = (where: string, isResizable: boolean) => (isResizable ? `edge edge-${where}` : '');

/** How the calendar is drawn: FullCalendar's skeleton with classes of our own, which appointment-calendar.css paints. */
export const CALENDAR_LOOKS: CalendarOptions = {
  headerToolbar: false,
  height: '100%',
  allDaySlot: false,
  nowIndicator: true,
  // Overlapping ones stand beside each other.
  slotEventOverlap: false,
  eventMinHeight: 22,
  eventShortHeight: 34,
  slotDuration: '00:30:00',
  slotMinHeight: 24,
  snapDuration: '00:15:00',
  // A click selects one slot; dragging selects a duration.
  selectMinDistance: 6,
  longPressDelay: 400,
  slotHeaderInterval: '01:00:00',
  dayHeaderFormat: { weekday: 'short', month: 'short', day: 'numeric' },
  class: 'calendar',
  // The names of the days are hidden from screen readers in favour of labels, which headers of a grid may not rely on;
  // the column of the hours is called a header and is empty.
  dayHeaderDidMount: ({ el }) => el.querySelector('[aria-hidden]')?.removeAttribute('aria-hidden'),
  viewDidMount: ({ el }) => {
    for (const hours of el.querySelectorAll('[role=rowheader]')) hours.setAttribute('role', 'gridcell');
  },
  tableHeaderClass: 'calendar-head',
  dayHeaderClass: ({ isToday }) => `calendar-day ${isToday ? 'is-today' : ''}`,
  dayHeaderInnerClass: 'calendar-day-name',
  dayHeaderDividerClass: 'calendar-line',
  slotHeaderClass: 'calendar-hour',
  slotHeaderInnerClass: 'calendar-hour-name',
  slotHeaderDividerClass: 'calendar-line-down',
  slotLaneClass: ({ isMinor }) => `calendar-slot ${isMinor ? 'is-minor' : ''}`,
  dayLaneClass: ({ isToday }) => `calendar-lane ${isToday ? 'is-today' : ''}`,
  dayLaneInnerClass: 'calendar-lane-inner',
  fillerClass: 'calendar-filler',
  highlightClass: 'calendar-chosen',
  nowIndicatorLineClass: 'calendar-now',
  nowIndicatorHeaderClass: 'calendar-now-mark',
  columnEventInnerClass: ({ isShort }) => `appointment-inner ${isShort ? 'is-short' : ''}`,
  columnEventBeforeClass: (info: EventDisplayInfo) => edge('start', info.isStartResizable),
  columnEventAfterClass: (info: EventDisplayInfo) => edge('end', info.isEndResizable),
};

/**
 * Lets Tab reach the first day: in a calendar without appointments the keyboard would have nothing to scroll it by.
 * Days that stay when others come are not drawn again, so this follows each change of dates.
 */
export function makeScrollable(calendar: Element): void {
  calendar.querySelectorAll('.calendar-lane').forEach((lane, place) => {
    if (place === 0) lane.setAttribute('tabindex', '0');
    else lane.removeAttribute('tabindex');
  });
}

/** An hour before the business opens. */
export function scrollTimeFor(hours: readonly Pick<WorkingHoursDto, 'opens'>[]): string {
  const [first = '08:00'] = hours.map(({ opens }) => opens).sort();
  const hour = Math.max(Number(first.slice(0, 2)) - 1, 0);
  return `${String(hour).padStart(2, '0')}:00:00`;
}
