import type { AppointmentDto } from '@groupless/shared-dto';
import { attendeeOf } from '../../crm/attendee';
import { subjectOf } from '../../crm/subject';

/**
 * What stands in an appointment of the calendar. Plain nodes: FullCalendar's way to take an Angular template writes
 * style attributes, which the page's content security policy forbids.
 * @param shown what of its resource and its room is seen, since it stands in no column of it
 */
export function contentOf(
  appointment: AppointmentDto,
  timeText: string,
  translate: (key: string) => string,
  shown: readonly string[] = [],
): Node[] {
  const { resource, room, status, series_id } = appointment;
  const subject = subjectOf(appointment);
  const isRepeated = series_id !== null;
  const more = [
    ...[resource, room].filter((name) => name !== null && !shown.includes(name)),
    translate(`status.${status}`),
    ...(isRepeated ? [translate('crm.series.sign')] : []),
  ];
  return [
    made('bdi', 'who', attendeeOf(appointment)),
    made('span', 'when', timeText),
    ...(shown.length > 0 ? [made('span', 'whose', shown.join(' · '))] : []),
    ...(subject === '' ? [] : [made('span', 'what', subject)]),
    ...(isRepeated ? [sign()] : []),
    made('span', 'visually-hidden', more.join(', ')),
  ];
}

/** For the eye alone. */
function sign(): HTMLElement {
  const element = made('span', 'again', '↻');
  element.ariaHidden = 'true';
  return element;
}

/** A node with a text. */
export function made(tag: 'bdi' | 'span', className: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

/** @param moving the ids of those whose new time is being stored */
export function classesOf(
  { status, id }: AppointmentDto,
  hue: number,
  moving: Pick<ReadonlySet<string>, 'has'>,
): string {
  return ['appointment', `is-${status}`, `hue-${hue}`, moving.has(id) ? 'is-moving' : ''].join(' ').trim();
}

/** What stands above a day: its name, and why it is closed. Plain nodes, as in `contentOf`. */
export function dayHeader(name: string, closures: readonly string[]): Node[] {
  const day = document.createElement('span');
  day.textContent = name;
  if (closures.length === 0) return [day];
  const closed = document.createElement('span');
  closed.className = 'calendar-day-closure';
  closed.textContent = closures.join(', ');
  closed.title = closed.textContent;
  return [day, closed];
}
