import { Injectable } from '@nestjs/common';
import type { AuditEventDto, PageDto } from '@groupless/shared-dto';
import { utcTime } from '../database/statements/utc-time';
import { PanelStatements } from '../database/database.module';
import type { SortKey } from '../database/pages/page-statements';
import { readPageOf, type PageInput } from '../database/pages/read-page';
import { objectName } from './object-name';

/** The filters of the audit; null: no filter. */
export interface AuditFilter {
  user_id: string | null;
  /** A prefix of the action. */
  action: string | null;
  object: string | null;
  /** The client as the object, or in `client_ids`. */
  client_id: string | null;
  /** Part of the object's name. */
  q: string | null;
  /** An ISO instant, as `to`. */
  from: string | null;
  /** Exclusive. */
  to: string | null;
}

/** The shape is `AuditEventDto`. */
const EVENT_JSON = `(select row_to_json(shown)::text from (select e.id,
  ${utcTime('e.at')} as at,
  case when e.user_id is not null
    then json_build_object('id', e.user_id, 'name', coalesce(u.name, e.user_name), 'email', u.email) end as "user",
  e.key_name, e.key_id, e.action, e.object,
  coalesce(e.object_name, ${objectName('e.object')}) as object_name, e.ip, e.details) as shown)`;

const NEWEST: readonly SortKey[] = [
  { sql: 'e.at', kind: 'time', descending: true },
  { sql: 'e.id', kind: 'uuid', descending: true },
];

/** The highest character: a range from a prefix to prefix + LAST contains all texts with that prefix. */
const LAST = '\u{10FFFF}';

/** A LIKE pattern for texts that contain parameter `n`, ignoring case and accents, with wildcards escaped. */
function containing(n: number): string {
  return `'%' || regexp_replace(sort_name($${n}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`;
}

@Injectable()
export class AuditLogRepository {
  constructor(private readonly panel: PanelStatements) {}

  /** The newest first. */
  listEvents(filter: AuditFilter, page: PageInput): Promise<PageDto<AuditEventDto>> {
    const { user_id, action, object, client_id, q, from, to } = filter;
    const asked = [
      { holds: (n: number) => `e.user_id = $${n}`, value: user_id },
      { holds: (n: number) => `e.object = $${n}`, value: object },
      { holds: (n: number) => `e.action collate "C" >= $${n}`, value: action },
      {
        holds: (n: number) => `e.action collate "C" <= $${n}`,
        value: action === null ? null : action + LAST,
      },
      {
        holds: (n: number) => `(e.client_ids @> array[$${n}::uuid] or e.object = 'client:' || $${n}::uuid)`,
        value: client_id,
      },
      { holds: (n: number) => `sort_name(e.object_name) like ${containing(n)}`, value: q },
      { holds: (n: number) => `e.at >= $${n}`, value: from },
      { holds: (n: number) => `e.at < $${n}`, value: to },
    ].flatMap(({ holds, value }) => (value === null ? [] : [{ holds, value }]));
    const list = {
      name: 'audit',
      row: EVENT_JSON,
      from: 'audit_events as e left join users as u on u.id = e.user_id',
      where: asked.map(({ holds }, index) => holds(index + 1)),
      values: asked.map(({ value }) => value),
      sort: NEWEST,
    };
    return readPageOf(this.panel, list, page);
  }
}
