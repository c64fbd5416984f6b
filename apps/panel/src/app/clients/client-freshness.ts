import { DestroyRef, inject } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import type { ClientDto } from '@groupless/shared-dto';
import { LiveEvents } from '../http/live-events';
import type { PageList } from '../http/page-list';
import { ClientsApi } from './clients-api';

/** Changes that come together are read together. */
const PAUSE_MS = 300;
/** Up to here the whole list is read again; beyond, a changed row is read by itself. */
const FEW_ROWS = 200;
const FEW_CHANGES = 20;

/** Keeps a list in step with what this page, other people and the chat agent do. In an injection context. */
export function keepFresh(list: PageList<ClientDto>): void {
  const api = inject(ClientsApi);
  const changed = new Set<string>();
  let is_all_old = false;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const readLater = () => {
    timer ??= setTimeout(() => {
      timer = null;
      const ids = [...changed];
      changed.clear();
      const reads_all = is_all_old || list.items().length <= FEW_ROWS || ids.length > FEW_CHANGES;
      is_all_old = false;
      void (reads_all ? list.reload() : readRows(ids));
    }, PAUSE_MS);
  };

  async function readRows(ids: readonly string[]): Promise<void> {
    const shown = new Set(list.items().map(({ id }) => id));
    const wanted = ids.filter((id) => shown.has(id));
    const rows = new Map((await api.getSome(wanted)).map((row) => [row.id, row]));
    list.change(
      ({ id }) => rows.has(id),
      (row) => rows.get(row.id) ?? row,
    );
    const gone = new Set(wanted.filter((id) => !rows.has(id)));
    if (gone.size > 0) list.remove(({ id }) => gone.has(id));
  }

  inject(LiveEvents).onEvent(
    ['client.created', 'client.updated', 'client.deleted', 'clients.imported'],
    ({ type, id }) => {
      if (id === null || type === 'client.created') is_all_old = true;
      else changed.add(id);
      readLater();
    },
  );
  api.changes.pipe(takeUntilDestroyed()).subscribe(({ id, row }) => {
    const is_it = (one: ClientDto) => one.id === id;
    if (row === null) list.remove(is_it);
    else if (list.items().some(is_it)) list.change(is_it, () => row);
    else is_all_old = true;
    changed.add(id);
    readLater();
  });
  inject(DestroyRef).onDestroy(() => {
    if (timer !== null) clearTimeout(timer);
  });
}
