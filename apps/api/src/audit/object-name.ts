/**
 * The query for an object's current name, by kind. URLs of webhooks are shown without user, query and fragment, which
 * may hold secrets. Objects of the memory database have no name here.
 */
const NAMES: Record<string, string> = {
  client: 'select name from clients where id = object.id',
  user: 'select name from users where id = object.id',
  account: 'select name from assistant_accounts where id = object.id',
  api_key: 'select name from api_keys where id = object.id',
  saved_reply: 'select name from saved_replies where id = object.id',
  hook: `select regexp_replace(url, '^([a-z]+://)[^/?#]*@|[?#].*$', '\\1', 'g') from hooks where id = object.id`,
  appointment: `select concat_ws(', ', c.name, nullif(a.title, ''))
    from appointments as a left join clients as c on c.id = a.client_id where a.id = object.id`,
  resource: 'select name from resources where id = object.id',
  service: 'select name from services where id = object.id',
  calendar: 'select name from busy_calendars where id = object.id',
  block: `select concat_ws(', ', nullif(resource, ''), nullif(reason, '')) from blocks where id = object.id`,
  conversation: `select coalesce(contact_name, contact_phone, chat_id) from conversations where id = object.id`,
};

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const CASES = Object.entries(NAMES).map(([kind, name]) => `when '${kind}' then (${name})`);

/**
 * An SQL expression for the current name of an object `kind:id`, by primary key. Null if it is deleted or has no name.
 * @param column a text column
 */
export function objectName(column: string): string {
  return `(select case object.kind ${CASES.join(' ')} end
    from (select split_part(${column}, ':', 1) as kind,
                 substring(${column} from '^[a-z_]+:(${UUID})$')::uuid as id) as object)`;
}
