import type { UserListQueryDto, UserSort } from '@groupless/shared-dto';
import type { SortKey } from '../database/page-statements';
import type { List } from '../database/read-page';
import type { Value } from '../database/statements';
import type { KeyKind } from '../shared/http/cursor';

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A `UserDto`, as `toUserDto()` makes it of one user. */
const USER_JSON = `(select row_to_json(shown)::text from (
  select id, email, name, role, is_active, totp_secret is not null as totp_enabled,
         password_hash is null as invited, ${time('last_seen_at')} as last_seen_at,
         ${time('created_at')} as created_at, ${time('updated_at')} as updated_at) as shown)`;

const both = (name: string, kind: KeyKind, sql: string) => ({
  [name]: keys(kind, sql, false),
  [`-${name}`]: keys(kind, sql, true),
});
const keys = (kind: KeyKind, sql: string, descending: boolean): SortKey[] => [
  { kind, sql, descending },
  { kind: 'text', sql: 'id::text collate "C"', descending },
];

const SORTS = {
  ...both('name', 'text', 'sort_name(name) collate "C"'),
  ...both('email', 'text', 'lower(email) collate "C"'),
  ...both('created_at', 'time', 'created_at'),
  // Nobody is left out: who was never seen was seen before everybody else.
  ...both('last_seen_at', 'time', `coalesce(last_seen_at, '-infinity')`),
} as Record<UserSort, SortKey[]>;

/** The users that a question asks for, as `UserDto`s. */
export function userList({ sort = 'name', ...filter }: UserListQueryDto): List {
  return { name: 'users', row: USER_JSON, from: 'users', ...conditionsOf(filter), sort: SORTS[sort] };
}

function conditionsOf({ search, role, is_active }: UserListQueryDto): { where: string[]; values: Value[] } {
  const where: string[] = [];
  const values: Value[] = [];
  const add = (value: Value, condition: (parameter: string) => string) => {
    where.push(condition(`$${values.push(value)}`));
  };
  if (search !== undefined) {
    // strpos() knows no wildcards. A line break keeps a match from reaching over both.
    add(search, (text) => `strpos(sort_name(name || E'\\n' || email), sort_name(${text})) > 0`);
  }
  if (role !== undefined) add(role.split(','), (roles) => `role = any(${roles})`);
  if (is_active !== undefined) add(is_active === 'true', (flag) => `is_active = ${flag}`);
  return { where, values };
}
