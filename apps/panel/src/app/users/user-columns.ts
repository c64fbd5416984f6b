import { BESIDE_PX, type Column } from '../ui/data-table/column';

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
    // An open user says the same.
    fromPx: BESIDE_PX,
  },
  { id: 'totp', label: 'users.columns.totp', width: '72px', fromPx: BESIDE_PX },
];
