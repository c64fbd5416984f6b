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
import { Toasts } from '../../ui/toasts/toasts';
import { ClientsApi } from '../clients-api';

/** How often a change is tried that the server has no time for, and the longest wait before the next try. */
const TRIES = 3;
const LONGEST_WAIT_S = 10;

type Row = Pick<ClientDto, 'id' | 'status' | 'tags'>;
/** With the version that it has since the change: an undo leaves alone who has another one by then. */
type ChangedRow = Row & { version?: number | undefined };
type Change = Omit<ChangeClientsDto, 'ids' | 'versions'>;

type Sent = Omit<ClientChangesDto, 'failed'> & { failed: Problem[] };

export interface TagChange {
  add: readonly string[];
  remove: readonly string[];
}

/** Changes many clients, as many with one request as it may name. It goes on when the list is left. */
@Injectable({ providedIn: 'root' })
export class ClientBatch {
  private readonly api = inject(ClientsApi);
  private readonly toasts = inject(Toasts);
  /** Appointments to come of those who were archived last. */
  private coming = 0;
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
    if (this.coming > 0) this.toasts.remark('clients.coming', { params: { count: this.coming } });
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
  private run(rows: readonly ChangedRow[], changeOf: (row: Row) => Change): Promise<ChangedRow[]> {
    return this.runs.run(() => this.changeAll(rows, changeOf));
  }

  private async changeAll(
    rows: readonly ChangedRow[],
    changeOf: (row: Row) => Change,
  ): Promise<ChangedRow[]> {
    const changed = new Map<string, number | undefined>();
    this.coming = 0;
    const failed: Problem[] = [];
    this.state.set({ done: 0, total: rows.length });
    try {
      for (const { ids, ...change } of requestsFor(rows, changeOf)) {
        const answer = await this.send({ ids, ...change });
        const versions = new Map(answer.versions.map(({ id, version }) => [id, version]));
        for (const id of answer.changed) changed.set(id, versions.get(id));
        this.coming += answer.coming_appointments;
        failed.push(...answer.failed);
        this.state.set({ done: changed.size + failed.length, total: rows.length });
      }
    } finally {
      this.state.set(null);
    }
    if (failed.length > 0)
      this.toasts.failed('clients.some_failed', failed[0], { params: { count: failed.length } });
    return rows.filter(({ id }) => changed.has(id)).map((row) => ({ ...row, version: changed.get(row.id) }));
  }

  /** A request that fails has changed none of its clients, as far as this page knows. */
  private async send(request: ChangeClientsDto): Promise<Sent> {
    try {
      const { changed, failed, ...rest } = await patiently(() => this.api.change(request));
      return { ...rest, changed, failed: failed.map((one) => new Problem(200, one)) };
    } catch (error) {
      if (!isProblem(error)) throw error;
      return { changed: [], failed: request.ids.map(() => error), versions: [], coming_appointments: 0 };
    }
  }
}

/** Rows with the same change go together. */
function requestsFor(rows: readonly ChangedRow[], changeOf: (row: Row) => Change): ChangeClientsDto[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(changeOf(row)));
  return [...groups].flatMap(([change, group]) =>
    Array.from({ length: Math.ceil(group.length / LIMITS.changed_clients) }, (_, part) => {
      const first = part * LIMITS.changed_clients;
      const some = group.slice(first, first + LIMITS.changed_clients);
      const versions = some.flatMap(({ id, version }) => (version === undefined ? [] : [{ id, version }]));
      const ids = some.map(({ id }) => id);
      return { ids, ...(JSON.parse(change) as Change), ...(versions.length > 0 && { versions }) };
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
