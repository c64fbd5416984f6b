import { inject, Injectable, signal } from '@angular/core';
import type { ClientDto } from '@groupless/shared-dto';
import { paramsOf, type Query } from '../../http/api';
import { Problem } from '../../http/problem';
import { Toasts } from '../../layout/toasts/toasts';
import { Appearance } from '../../session/appearance';
import { Session } from '../../session/session';
import { clientsFile } from './csv-text';
import { fileName, saveFile } from './save-file';

/** Downloads clients as CSV. It goes on when the list is left. */
@Injectable({ providedIn: 'root' })
export class ClientExport {
  private readonly appearance = inject(Appearance);
  private readonly session = inject(Session);
  private readonly toasts = inject(Toasts);
  private readonly received = signal<number | null>(null);
  private stop = new AbortController();
  /** Bytes that have come so far; null: nothing is being downloaded. */
  readonly receivedBytes = this.received.asReadonly();

  /** All clients that a filter leaves, however many. */
  async saveFiltered(filter: Query): Promise<void> {
    if (this.received() !== null) return;
    this.stop = new AbortController();
    this.received.set(0);
    try {
      saveFile(await this.download(filter), this.fileName());
    } catch (error) {
      if (!this.stop.signal.aborted) this.toasts.failed('clients.not_exported', toProblem(error));
    } finally {
      this.received.set(null);
    }
  }

  saveSelected(clients: readonly ClientDto[]): void {
    saveFile(clientsFile(clients), this.fileName());
  }

  cancel(): void {
    this.stop.abort();
  }

  private fileName(): string {
    return fileName('clients', this.appearance.business_zone());
  }

  private async download(filter: Query): Promise<Blob> {
    const token = await this.session.freshToken();
    const query = new URLSearchParams(paramsOf(filter));
    const response = await fetch(`/api/clients/export.csv?${query}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: this.stop.signal,
    });
    if (!response.ok) throw new Problem(response.status, (await response.json()) as object);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      parts.push(part.value);
      this.received.update((before) => (before ?? 0) + part.value.length);
    }
    return new Blob(parts, { type: 'text/csv;charset=utf-8' });
  }
}

/** A connection that broke, or an answer of something on the way, has no words of its own. */
function toProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem(0, {});
}
