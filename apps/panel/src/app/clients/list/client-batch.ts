import { inject, Injectable, signal } from '@angular/core';
import type { ClientDto, ClientStatus } from '@groupless/shared-dto';
import { isProblem, type Problem } from '../../http/problem';
import { Toasts } from '../../layout/toasts/toasts';
import { ClientsApi } from '../clients-api';

/** As many requests at a time as do not keep others waiting. */
const AT_ONCE = 4;
/** How often a change is tried that the server has no time for, and the longest wait before the next try. */
const TRIES = 3;
const LONGEST_WAIT_S = 10;

type Row = Pick<ClientDto, 'id' | 'status' | 'tags'>;
type Work = (row: Row) => Promise<unknown>;

export interface TagChange {
  add: readonly string[];
  remove: readonly string[];
}

/** Changes many clients, one after the other. It goes on when the list is left. */
@Injectable({ providedIn: 'root' })
export class ClientBatch {
  private readonly api = inject(ClientsApi);
  private readonly toasts = inject(Toasts);
  private readonly state = signal<{ done: number; total: number } | null>(null);
  /** Null: no batch is running. */
  readonly progress = this.state.asReadonly();

  async setStatus(clients: readonly Row[], status: ClientStatus): Promise<void> {
    const rows = clients.filter((client) => client.status !== status);
    const changed = await this.run(rows, ({ id }) => this.api.patch(id, { status }, null));
    const undo = () => this.run(changed, (row) => this.api.patch(row.id, { status: row.status }, null));
    this.tell(status === 'archived' ? 'clients.archived' : 'clients.changed', changed, undo);
  }

  async retag(clients: readonly Row[], { add, remove }: TagChange): Promise<void> {
    const changed = await this.run(clients, ({ id }) =>
      this.api.retag(id, (tags) => [...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add])]),
    );
    const undo = () =>
      this.run(changed, (row) => {
        const added = add.filter((tag) => !row.tags.includes(tag));
        const removed = row.tags.filter((tag) => remove.includes(tag) && !add.includes(tag));
        return this.api.retag(row.id, (tags) => [
          ...new Set([...tags.filter((tag) => !added.includes(tag)), ...removed]),
        ]);
      });
    this.tell('clients.changed', changed, undo);
  }

  private tell(text: string, changed: readonly Row[], undo: () => Promise<unknown>): void {
    if (changed.length > 0) this.toasts.undoable(text, () => void undo(), { count: changed.length });
  }

  /** Returns the clients that were changed; of the others the first cause is shown. */
  private async run(rows: readonly Row[], work: Work): Promise<Row[]> {
    const waiting = [...rows];
    const done: Row[] = [];
    const failed: Problem[] = [];
    this.state.set({ done: 0, total: rows.length });
    const worker = async () => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
        try {
          await patiently(() => work(row));
          done.push(row);
        } catch (error) {
          if (!isProblem(error)) throw error;
          failed.push(error);
        }
        this.state.set({ done: done.length + failed.length, total: rows.length });
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    } finally {
      this.state.set(null);
    }
    if (failed.length > 0)
      this.toasts.failed('clients.some_failed', failed[0], { params: { count: failed.length } });
    return done;
  }
}

/** Waits for the time in Retry-After, then tries again. */
async function patiently(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work();
      return;
    } catch (error) {
      const isBusy = isProblem(error, 'too_many_requests', 'database_unavailable');
      if (!isBusy || tries === TRIES) throw error;
      const waitS = Math.min(error.retryAfterS ?? 1, LONGEST_WAIT_S);
      await new Promise((resolve) => setTimeout(resolve, waitS * 1_000));
    }
  }
}
