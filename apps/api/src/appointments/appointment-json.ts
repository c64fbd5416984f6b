import { bookedServices, roomName } from '../database/functions/panel/visit-parts';
import { utcColumn } from '../database/statements/utc-time';

const withClient = (shown: readonly string[]) => `
  (select row_to_json(shown)::text from (
     select id, client_id,
            (select json_build_object(${shown.map((column) => `'${column}', client.${column}`).join(', ')})
             from clients as client where client.id = client_id) as client,
            attendee_name, title, service, ${bookedServices('id')} as services, ${utcColumn('starts_at')}, ${utcColumn('ends_at')}, status, source, resource, resource_id,
            ${roomName('room_id')} as room, room_id,
            notes, team_notes, squeezed, given, chat_id, external_id, series_id, late, ${utcColumn('created_at')}, ${utcColumn('updated_at')}
   ) as shown)`;

/** An SQL expression for an appointment as JSON (an `AppointmentDto`), over unqualified columns. */
export const APPOINTMENT_JSON = withClient(['id', 'name']);

/** The same with the phone of the client. */
export const APPOINTMENT_WITH_PHONE = withClient(['id', 'name', 'phone']);
