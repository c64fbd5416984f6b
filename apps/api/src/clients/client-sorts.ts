import type { ClientSort } from '@groupless/shared-dto';
import type { SortKey } from '../database/pages/page-statements';
import type { KeyKind } from '../platform/http/cursor';

type Column<Sort> = Sort extends `-${string}` ? never : Sort;

/** Sorts behind every text. */
const LAST = `U&'\\+10FFFF'`;

/** The index expressions of a column, ascending and descending; missing values are last in both. */
const KEYS: Record<Column<ClientSort>, { kind: KeyKind; up: string; down: string }> = {
  name: same('text', 'name_key collate "C"'),
  phone: {
    kind: 'text',
    up: `coalesce(phone, ${LAST}) collate "C"`,
    down: `coalesce(phone, '') collate "C"`,
  },
  email: {
    kind: 'text',
    up: `coalesce(lower(email), ${LAST}) collate "C"`,
    down: `coalesce(lower(email), '') collate "C"`,
  },
  status: same('text', 'status collate "C"'),
  source: same('text', 'source collate "C"'),
  last_activity_at: {
    kind: 'time',
    up: `coalesce(last_activity_at, 'infinity')`,
    down: `coalesce(last_activity_at, '-infinity')`,
  },
  created_at: same('time', 'created_at'),
  updated_at: same('time', 'updated_at'),
};

/** The keys of a sort. The id is the last, so that no two rows are equal. */
export function sortKeys(sort: ClientSort): SortKey[] {
  const descending = sort.startsWith('-');
  const { kind, up, down } = KEYS[sort.replace('-', '') as Column<ClientSort>];
  return [
    { sql: descending ? down : up, kind, descending },
    { sql: 'id', kind: 'uuid', descending },
  ];
}

function same(kind: KeyKind, sql: string) {
  return { kind, up: sql, down: sql };
}
