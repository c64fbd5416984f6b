import { Injectable } from '@nestjs/common';
import type { ClientTimelineEntryDto, PageDto } from '@groupless/shared-dto';
import { utcTime } from '../../database/statements/utc-time';
import { PanelStatements } from '../../database/database.module';
import type { SortKey } from '../../database/pages/page-statements';
import { readPageOf, type PageInput } from '../../database/pages/read-page';

/**
 * Each part uses an index by client; a page sorts the rows of one client. Events of an appointment are listed only if
 * the appointment does not show them: that it was deleted or given to another client.
 */
const ENTRIES = `(
  select 'appointment' as kind, id, starts_at as at, json_build_object('title', title, 'status', status,
    'resource', resource) as appointment, null::json as conversation, null::json as change,
    null::json as mail
  from appointments where client_id = $1::uuid
  union all
  select 'conversation', id, coalesce(last_message_at, created_at), null,
    json_build_object('channel', channel, 'status', status, 'preview', last_message_preview), null, null
  from conversations where client_id = $1::uuid
  union all
  select 'change', e.id, e.at, null, null,
    json_build_object('action', e.action, 'by', coalesce(u.name, e.user_name, e.key_name), 'details', e.details),
    null
  from audit_events as e left join users as u on u.id = e.user_id
  where e.object = 'client:' || $1::text
    or (e.client_ids @> array[$1::uuid]
      and (e.action = 'appointment.deleted' or e.details ? 'client_before'))
  union all
  select 'mail', id, created_at, null, null, null,
    json_build_object('kind', kind, 'subject', subject, 'status', status, 'last_response', last_response)
  from mails where client_id = $1::uuid
) as entries`;

/** The shape is `ClientTimelineEntryDto`. */
const ENTRY_JSON = `(select row_to_json(shown)::text from (select kind, id,
  ${utcTime('at')} as at, appointment, conversation, change, mail) as shown)`;

const NEWEST_FIRST: readonly SortKey[] = [
  { sql: 'at', kind: 'time', descending: true },
  { sql: 'id', kind: 'uuid', descending: true },
];

@Injectable()
export class ClientTimelineRepository {
  constructor(private readonly panel: PanelStatements) {}

  /** @throws AppError `invalid_cursor` */
  listEntries(client_id: string, page: PageInput): Promise<PageDto<ClientTimelineEntryDto>> {
    const list = {
      name: 'client timeline',
      row: ENTRY_JSON,
      from: ENTRIES,
      where: [],
      values: [client_id],
      sort: NEWEST_FIRST,
    };
    return readPageOf(this.panel, list, page);
  }
}
