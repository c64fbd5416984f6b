import type { AppointmentDto } from '@groupless/shared-dto';
import type { JsonText } from '../shared/http/json-text';
import { toLocalTime } from './availability/local-times';

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** From where the expressions below take their columns. */
export const APPOINTMENT_FROM = 'appointments as a';

const ofClient = (column: string) => `(select ${column} from clients where clients.id = a.client_id)`;

/** An appointment as answers show it. The shape is `AppointmentDto`. */
export const APPOINTMENT_JSON = `(select row_to_json(shown)::text from (select
  a.id, a.client_id, json_build_object('id', a.client_id, 'name', ${ofClient('name')}) as client, a.title,
  ${time('a.starts_at')} as starts_at, ${time('a.ends_at')} as ends_at, a.status, a.source, a.resource, a.notes,
  a.chat_id, a.external_id, ${time('a.created_at')} as created_at, ${time('a.updated_at')} as updated_at) as shown)`;

/** The version, and behind it that of the client, whose name is shown too. */
export const APPOINTMENT_TAG = `a.version || '.' || ${ofClient('version')}`;

/** An entry of the history. The shape is `AppointmentEventDto`. */
export const EVENT_JSON = `(select row_to_json(shown)::text from (select ${time('at')} as at,
  case when user_id is not null then json_build_object('id', user_id, 'name', user_name) end as user,
  key_name, from_status, to_status, changes) as shown)`;

/**
 * An appointment as the chat agent sees it: with local times, and of the client the name that the agent has sent, so
 * that nobody learns a name by a phone number.
 */
export function agentView(row: JsonText, name: string, time_zone: string): JsonText {
  const appointment = JSON.parse(row) as AppointmentDto;
  const { starts_at, ends_at, client } = appointment;
  const shown: AppointmentDto = {
    ...appointment,
    client: { ...client, name },
    local_starts_at: toLocalTime(Date.parse(starts_at), time_zone),
    local_ends_at: toLocalTime(Date.parse(ends_at), time_zone),
  };
  return JSON.stringify(shown) as JsonText;
}
