import type { AppointmentDto } from '@groupless/shared-dto';

/** For whom an appointment is: the client, unless it was made for somebody else. */
export function attendeeOf({
  attendee_name,
  client,
}: Pick<AppointmentDto, 'attendee_name' | 'client'>): string {
  return attendee_name ?? client.name;
}
