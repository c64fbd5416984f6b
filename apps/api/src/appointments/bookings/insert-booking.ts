import type { AuditEvent } from '../../audit/audit-event.entity';
import type { MeantResource } from '../../database/resource-locks';
import type { Transaction } from '../../database/transaction';
import { bookedServices, roomName } from '../../database/functions/panel/visit-parts';
import { runIn } from '../../database/statements/run-in';
import type { AppointmentEvent } from '../appointment-event.entity';
import { serviceRows, type AppointmentService } from '../appointment-service.entity';
import type { Appointment, StoredAppointment } from '../appointment.entity';

type Columns<Row> = readonly (keyof Row & string)[];

const APPOINTMENT: Columns<Appointment> = [
  ...([
    'id',
    'client_id',
    'attendee_name',
    'given',
    'mailed_to',
    'title',
    'service',
    'buffer_minutes',
  ] as const),
  ...(['starts_at', 'ends_at'] as const),
  ...([
    'status',
    'source',
    'resource',
    'resource_id',
    'room_id',
    'notes',
    'team_notes',
    'chat_id',
    'external_id',
  ] as const),
  ...([
    'made_by_agent',
    'made_in_hours',
    'made_by_key',
    'handle',
    'wish',
    'squeezed',
    'late',
    'version',
  ] as const),
  ...(['visitor', 'series_id', 'times_moved', 'created_at', 'updated_at'] as const),
];
const EVENT: Columns<AppointmentEvent> = [
  ...(['appointment_id', 'version', 'at', 'user_id', 'user_name', 'key_name'] as const),
  ...(['from_status', 'to_status', 'changes'] as const),
];
const SERVICE: Columns<AppointmentService> = [
  ...(['appointment_id', 'position', 'service_id', 'duration_minutes', 'buffer_minutes'] as const),
];
const AUDIT: Columns<AuditEvent> = [
  ...(['id', 'at', 'user_id', 'key_name', 'key_id', 'action', 'object', 'object_name'] as const),
  ...(['client_ids', 'ip', 'details'] as const),
];

const insert = (table: string, columns: readonly string[], place: number) => `
  insert into ${table} (${columns.join(', ')})
  select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $${place}::jsonb)`;

/** A single statement, because others wait for the resource while it runs. */
const INSERT = {
  name: 'insert_booking',
  text: `
    with booked as (${insert('appointments', APPOINTMENT, 1)}),
    told as (${insert('appointment_events', EVENT, 2)}),
    listed as (${insert('appointment_services', SERVICE, 4)})
    ${insert('audit_events', AUDIT, 3)}`,
};

/** What triggers and other rows say of an appointment. */
type Completed = Pick<StoredAppointment, 'resource' | 'resource_id' | 'room' | 'service' | 'services'>;

/** A statement of its own: the one that stores does not see what triggers add. */
const COMPLETED = {
  name: 'read_completed_booking',
  text: `
    select resource, resource_id, ${roomName('room_id')} as room,
           service, ${bookedServices('id')} as services
    from appointments where id = $1`,
};

interface BookingRows {
  /** Without an id a trigger finds the resource by its name, which the caller holds. */
  appointment: Omit<Appointment, 'client' | 'search_text' | 'resource_id' | 'room'> & MeantResource;
  history: Omit<AppointmentEvent, 'appointment'>;
  audit: readonly AuditEvent[];
}

/**
 * Stores an appointment with its first history entry and its audit entries.
 * @returns what is known of it only then
 */
export async function insertBooking(
  transaction: Transaction,
  { appointment, history, audit }: BookingRows,
): Promise<Completed> {
  const rows = [[appointment], [history], audit, serviceRows(appointment)];
  await runIn(
    transaction,
    INSERT,
    rows.map((one) => JSON.stringify(one)),
  );
  const [completed] = await runIn<Completed>(transaction, COMPLETED, [appointment.id]);
  if (completed === undefined) throw new Error('An appointment is gone within its transaction.');
  return completed;
}
