import type { Column } from '../ui/data-table/column';

export const USER_COLUMNS: readonly Column[] = [
  {
    id: 'name',
    label: 'users.columns.name',
    width: '3fr',
    sort: { ascending: 'name', descending: '-name' },
  },
  {
    id: 'email',
    label: 'users.columns.email',
    width: '3fr',
    sort: { ascending: 'email', descending: '-email' },
  },
  { id: 'role', label: 'users.columns.role', width: '104px' },
  { id: 'status', label: 'users.columns.status', width: '112px' },
  {
    id: 'last_seen',
    label: 'users.columns.last_seen',
    width: '136px',
    sort: { ascending: '-last_seen_at', descending: 'last_seen_at' },
  },
  { id: 'totp', label: 'users.columns.totp', width: '72px' },
];
/** Beside an open user there is no room for them, and the user's own say the same. */
export const BESIDE_HIDDEN = ['last_seen', 'totp'];
