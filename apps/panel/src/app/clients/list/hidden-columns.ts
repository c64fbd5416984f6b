import { effect, inject, signal, type WritableSignal } from '@angular/core';
import { keep, readKept } from '../../storage/kept';
import { Session } from '../../session/session';
import { LIST_COLUMNS } from './client-columns';

/** The columns that the user hides, kept for each user in this browser. */
export function hiddenColumns(): WritableSignal<readonly string[]> {
  const key = `groupless.clients.hidden_columns.${inject(Session).user_id() ?? ''}`;
  const kept = readKept(key);
  const hidden = signal<readonly string[]>(
    LIST_COLUMNS.filter(({ id, can_hide = false, is_hidden_at_first = false }) =>
      kept === null ? is_hidden_at_first : can_hide && kept.includes(JSON.stringify(id)),
    ).map(({ id }) => id),
  );
  effect(() => keep(key, JSON.stringify(hidden())));
  return hidden;
}
