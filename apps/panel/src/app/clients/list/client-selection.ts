import { computed, linkedSignal, signal, type Signal, type WritableSignal } from '@angular/core';
import type { ClientDto } from '@groupless/shared-dto';

export interface ClientSelection {
  ids: WritableSignal<readonly string[]>;
  /** The selected clients as they were last shown, also when they have left the list since. */
  clients: Signal<readonly ClientDto[]>;
  /** The others stay selected. */
  leaveOut(ids: readonly string[]): void;
}

/** Which clients of a list are selected. */
export function clientSelection(shown: Signal<readonly ClientDto[]>): ClientSelection {
  const ids = signal<readonly string[]>([]);
  const byId = linkedSignal<{ ids: readonly string[]; shown: readonly ClientDto[] }, Map<string, ClientDto>>({
    source: () => ({ ids: ids(), shown: ids().length === 0 ? [] : shown() }),
    computation: (now, before) => {
      const rows = new Map(now.shown.map((row) => [row.id, row]));
      const entries = now.ids.map((id) => [id, rows.get(id) ?? before?.value.get(id)] as const);
      return new Map(entries.filter((entry): entry is [string, ClientDto] => entry[1] !== undefined));
    },
  });
  return {
    ids,
    clients: computed(() => [...byId().values()]),
    leaveOut: (left) => ids.update((before) => before.filter((id) => !left.includes(id))),
  };
}
