import { CLIENT_COLUMNS } from '@groupless/shared-dto';
import { utcColumn } from '../database/statements/utc-time';

const TIMES: readonly string[] = ['last_activity_at', 'created_at', 'updated_at'];

/** The columns in answers, with UTC times in milliseconds: those of exports and a few more. */
export const SHOWN_COLUMNS = [...CLIENT_COLUMNS, 'email_refused', 'no_reminders', 'external_ids']
  .map((name) => (TIMES.includes(name) ? utcColumn(name) : name))
  .join(', ');

/** An SQL expression for a client as JSON, over unqualified columns. */
export const CLIENT_JSON = `(select row_to_json(shown)::text from (select ${SHOWN_COLUMNS}) as shown)`;
