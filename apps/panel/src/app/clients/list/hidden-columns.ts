import { effect, inject, signal, type WritableSignal } from '@angular/core';
import { Session } from '../../session/session';
import { LIST_COLUMNS } from './client-columns';

/** The columns that the user hides, kept for each user in this browser. */
export function hiddenColumns(): WritableSignal<readonly string[]> {
  const key = `groupless.clients.hidden_columns.${inject(Session).user_id() ?? ''}`;
  const hidden = signal<readonly string[]>(read(key) ?? HIDDEN_AT_FIRST);
  effect(() => {
    try {
      localStorage.setItem(key, JSON.stringify(hidden()));
    } catch {
      // Holds for this page alone.
    }
  });
  return hidden;
}

const HIDDEN_AT_FIRST = LIST_COLUMNS.filter((column) => column.is_hidden_at_first).map(({ id }) => id);

function read(key: string): string[] | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;
    if (!Array.isArray(kept)) return null;
    return LIST_COLUMNS.filter(({ id, can_hide = false }) => can_hide && kept.includes(id)).map(
      ({ id }) => id,
    );
  } catch {
    return null;
  }
}
