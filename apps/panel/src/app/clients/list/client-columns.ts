import { effect, inject, signal, type WritableSignal } from '@angular/core';
import { Session } from '../../session/session';
import { keep, readKept } from '../../storage/kept';
import type { Column } from '../../ui/data-table/column';

const sortBy = (name: string) => ({ ascending: name, descending: `-${name}` });

/** In a narrow table, such as beside an open client, the least important columns are hidden first. */
export const LIST_COLUMNS: readonly Column[] = [
  { id: 'name', label: 'clients.name', width: '2.2fr', sort: sortBy('name') },
  {
    id: 'phone',
    label: 'clients.phone',
    width: 'minmax(144px, 1fr)',
    sort: sortBy('phone'),
    canHide: true,
  },
  { id: 'email', label: 'clients.email', width: '2fr', sort: sortBy('email'), canHide: true, fromPx: 760 },
  {
    id: 'company',
    label: 'clients.company',
    width: '1.4fr',
    canHide: true,
    isHiddenAtFirst: true,
    fromPx: 760,
  },
  { id: 'status', label: 'clients.status', width: '112px', sort: sortBy('status'), canHide: true },
  { id: 'tags', label: 'clients.tags', width: '1.6fr', canHide: true, fromPx: 900 },
  {
    id: 'last_activity_at',
    label: 'clients.last_activity_at',
    width: '144px',
    sort: sortBy('last_activity_at'),
    canHide: true,
    fromPx: 560,
  },
  {
    id: 'source',
    label: 'clients.source',
    width: '92px',
    sort: sortBy('source'),
    canHide: true,
    fromPx: 1000,
  },
  {
    id: 'created_at',
    label: 'clients.created_at',
    width: '144px',
    sort: sortBy('created_at'),
    canHide: true,
    isHiddenAtFirst: true,
    fromPx: 1000,
  },
];

/** The columns that the user hides, kept for each user in this browser. */
export function hiddenColumns(): WritableSignal<readonly string[]> {
  const key = `groupless.clients.hidden_columns.${inject(Session).user_id() ?? ''}`;
  const kept = readKept(key);
  const hidden = signal<readonly string[]>(
    LIST_COLUMNS.filter(({ id, canHide = false, isHiddenAtFirst = false }) =>
      kept === null ? isHiddenAtFirst : canHide && kept.includes(JSON.stringify(id)),
    ).map(({ id }) => id),
  );
  effect(() => keep(key, JSON.stringify(hidden())));
  return hidden;
}
