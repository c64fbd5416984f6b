import { inject, Injectable, signal } from '@angular/core';
import {
  LIMITS,
  type ChangeClientsDto,
  type ClientChangesDto,
  type ClientDto,
  type ClientStatus,
} from '@groupless/shared-dto';
import { isProblem, Problem } from '../../http/problem';
import { Serial } from '../../http/serial';
import { Toasts } from '../../layout/toasts/toasts';
import { ClientsApi } from '../clients-api';

/** How often a change is tried that the server has no time for, and the longest wait before the next try. */
const TRIES = 3;
const LONGEST_WAIT_S = 10;

type Row = Pick<ClientDto, 'id' | 'status' | 'tags'>;
type Change = Omit<ChangeClientsDto, 'ids'>;

export interface TagChange {
  add: readonly string[];
  remove: readonly string[];
}

/** Changes many clients, as many with one request as it may name. It goes on when the list is left. */
@Injectable({ providedIn: 'root' })
export class ClientBatch {
  private readonly api = inject(ClientsApi);
  private readonly toasts = inject(Toasts);
  /** An undo waits for what is under way. */
  private readonly runs = new Serial();
  private readonly state = signal<{ done: number; total: number } | null>(null);
  /** Null: no batch is running. */
  readonly progress = this.state.asReadonly();

  /** @returns the ids of those who have the status now */
  async setStatus(clients: readonly Row[], status: ClientStatus): Promise<readonly string[]> {
    const rows = clients.filter((client) => client.status !== status);
    const changed = await this.run(rows, () => ({ status }));
    const undo = () => this.run(changed, (row) => ({ status: row.status }));
    this.tell(status === 'archived' ? 'clients.archived' : 'clients.changed', changed, undo);
    const failed = new Set(rows.filter((row) => !changed.includes(row)).map(({ id }) => id));
    return clients.map(({ id }) => id).filter((id) => !failed.has(id));
  }

  /** @returns the ids of those who were changed */
  async retag(clients: readonly Row[], { add, remove }: TagChange): Promise<readonly string[]> {
    const changed = await this.run(clients, () => ({ add_tags: [...add], remove_tags: [...remove] }));
    const undo = () =>
      this.run(changed, ({ tags }) => ({
        add_tags: tags.filter((tag) => remove.includes(tag)),
        remove_tags: add.filter((tag) => !tags.includes(tag)),
      }));
    this.tell('clients.changed', changed, undo);
    return changed.map(({ id }) => id);
  }

  private tell(text: string, changed: readonly Row[], undo: () => Promise<unknown>): void {
    if (changed.length > 0) this.toasts.undoable(text, () => void undo(), { count: changed.length });
  }

  /** Returns the clients that were changed; of the others the first cause is shown. */
  private run(rows: readonly Row[], changeOf: (row: Row) => Change): Promise<Row[]> {
    return this.runs.run(() => this.changeAll(rows, changeOf));
  }

  private async changeAll(rows: readonly Row[], changeOf: (row: Row) => Change): Promise<Row[]> {
    const changed = new Set<string>();
    const failed: Problem[] = [];
    this.state.set({ done: 0, total: rows.length });
    try {
      for (const { ids, ...change } of requestsFor(rows, changeOf)) {
        const answer = await this.send({ ids, ...change });
        for (const id of answer.changed) changed.add(id);
        failed.push(...answer.failed);
        this.state.set({ done: changed.size + failed.length, total: rows.length });
      }
    } finally {
      this.state.set(null);
    }
    if (failed.length > 0)
      this.toasts.failed('clients.some_failed', failed[0], { params: { count: failed.length } });
    return rows.filter(({ id }) => changed.has(id));
  }

  /** A request that fails has changed none of its clients, as far as this page knows. */
  private async send(request: ChangeClientsDto): Promise<{ changed: string[]; failed: Problem[] }> {
    try {
      const { changed, failed } = await patiently(() => this.api.change(request));
      return { changed, failed: failed.map((one) => new Problem(200, one)) };
    } catch (error) {
      if (!isProblem(error)) throw error;
      return { changed: [], failed: request.ids.map(() => error) };
    }
  }
}

/** Rows with the same change go together. */
function requestsFor(rows: readonly Row[], changeOf: (row: Row) => Change): ChangeClientsDto[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(changeOf(row)));
  return [...groups].flatMap(([change, group]) =>
    Array.from({ length: Math.ceil(group.length / LIMITS.changed_clients) }, (_, part) => {
      const first = part * LIMITS.changed_clients;
      const ids = group.slice(first, first + LIMITS.changed_clients).map(({ id }) => id);
      return { ids, ...(JSON.parse(change) as Change) };
    }),
  );
}

/** Waits for the time in Retry-After, then tries again. */
async function patiently(work: () => Promise<ClientChangesDto>): Promise<ClientChangesDto> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const isBusy = isProblem(error, 'too_many_requests', 'database_unavailable', 'overloaded');
      if (!isBusy || tries === TRIES) throw error;
      const waitS = Math.min(error.retryAfterS ?? 1, LONGEST_WAIT_S);
      await new Promise((resolve) => setTimeout(resolve, waitS * 1_000));
    }
  }
}
