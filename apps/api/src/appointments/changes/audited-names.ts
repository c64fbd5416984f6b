import type { AuditEvent } from '../../audit/audit-event.entity';
import type { Appointment } from '../appointment.entity';

type Titled = Pick<Appointment, 'title'>;

/** The name of an appointment in the audit: its client, unless that was erased, and its title. */
export function nameOf(client: string, { title }: Titled): string {
  return [client, title].filter((part) => part !== '').join(', ');
}

/** Completes the entry of a booking when its client is known. */
export function namedBooking(
  audit: AuditEvent,
  client: { id: string; name: string },
  appointment: Titled,
): AuditEvent {
  return Object.assign(audit, { object_name: nameOf(client.name, appointment), client_ids: [client.id] });
}
