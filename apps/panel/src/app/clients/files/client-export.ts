import { HttpClient, HttpEventType } from '@angular/common/http';
import { inject, Injectable, signal } from '@angular/core';
import { filter as filterEvents, firstValueFrom, fromEvent, takeUntil, tap } from 'rxjs';
import type { ClientDto } from '@groupless/shared-dto';
import { paramsOf, type Query } from '../../http/api';
import { toProblem } from '../../http/problem';
import { Toasts } from '../../ui/toasts/toasts';
import { Appearance } from '../../i18n/appearance';
import { clientsFile } from './csv-text';
import { fileName, listSeparator, saveFile } from '../../ui/save-file';

/** Downloads clients as CSV. It goes on when the list is left. */
@Injectable({ providedIn: 'root' })
export class ClientExport {
  private readonly appearance = inject(Appearance);
  private readonly http = inject(HttpClient);
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
    saveFile(clientsFile(clients, this.separator()), this.fileName());
  }

  cancel(): void {
    this.stop.abort();
  }

  private separator() {
    return listSeparator(this.appearance.formatLocale());
  }

  private fileName(): string {
    return fileName('clients', this.appearance.businessZone());
  }

  private async download(filter: Query): Promise<Blob> {
    const answer = this.http.get('/api/clients/export.csv', {
      params: paramsOf({ ...filter, separator: this.separator() }),
      observe: 'events',
      reportDownloadProgress: true,
      responseType: 'arraybuffer',
    });
    const content = answer.pipe(
      takeUntil(fromEvent(this.stop.signal, 'abort')),
      tap((event) => {
        if (event.type === HttpEventType.DownloadProgress) this.received.set(event.loaded);
      }),
      filterEvents((event) => event.type === HttpEventType.Response),
    );
    return new Blob([(await firstValueFrom(content)).body ?? ''], { type: 'text/csv;charset=utf-8' });
  }
}
