import type { UserListQueryDto, UserSort } from '@groupless/shared-dto';
import type { SortKey } from '../database/pages/page-statements';
import type { KeyKind } from '../platform/http/cursor';

const both = (name: string, kind: KeyKind, sql: string) => ({
  [name]: keys(kind, sql, false),
  [`-${name}`]: keys(kind, sql, true),
});
const keys = (kind: KeyKind, sql: string, descending: boolean): SortKey[] => [
  { kind, sql, descending },
  { kind: 'text', sql: 'u.id::text collate "C"', descending },
];

export const USER_SORTS = {
  ...both('name', 'text', 'sort_name(u.name) collate "C"'),
  ...both('email', 'text', 'lower(u.email) collate "C"'),
  ...both('created_at', 'time', 'u.created_at'),
  // Null sorts as the oldest.
  ...both('last_seen_at', 'time', `coalesce(u.last_seen_at, '-infinity')`),
} as Record<UserSort, SortKey[]>;

/** The conditions of a filter over `users as u`, with parameters. */
export function conditionsOf({
  search,
  role,
  is_active,
}: UserListQueryDto): [condition: string, values: object][] {
  const conditions: [string, object][] = [];
  // strpos() has no wildcards. The line break prevents a match across name and email.
  if (search !== undefined)
    conditions.push([`strpos(sort_name(u.name || E'\\n' || u.email), sort_name(:search)) > 0`, { search }]);
  if (role !== undefined) conditions.push(['u.role in (:...roles)', { roles: role.split(',') }]);
  if (is_active !== undefined)
    conditions.push(['u.is_active = :is_active', { is_active: is_active === 'true' }]);
  return conditions;
}
