import { computed, inject, Injectable, signal } from '@angular/core';
import { Router } from '@angular/router';
import type { ClientImportDto } from '@groupless/shared-dto';
import { Api } from '../../http/api';
import { isProblem, type Problem } from '../../http/problem';
import { Toasts } from '../../layout/toasts/toasts';
import { rewritten } from './client-rows';
import { guessedMap, isAsExpected, withField, type ColumnMap, type ImportField } from './column-map';
import { hasSeparatorLine, readFirstRows, type RowBatch } from './csv-rows';
import { withOwnLines } from './own-lines';
import { encodingOf, inUtf8, type TextEncoding } from './text-encoding';

/** `checking` tells what would happen, `running` does it. */
export type Stage = 'choose' | 'map' | 'checking' | 'checked' | 'running' | 'done';

const IMPORT_PATH = '/clients/import';
const LARGEST_BYTES = 64 * 1_048_576;
const SAMPLE_ROWS = 4;

type FileFault = 'too_large' | 'empty' | 'unreadable';

/** One import of a file. It lives on when its page is left, and tells when it is over. */
@Injectable({ providedIn: 'root' })
export class ImportRun {
  private readonly api = inject(Api);
  private readonly router = inject(Router);
  private readonly toasts = inject(Toasts);

  private readonly at = signal<Stage>('choose');
  private readonly chosen = signal<File | null>(null);
  /** The chosen file in UTF-8. */
  private readonly text = signal<Blob | null>(null);
  private readonly written = signal<TextEncoding>('utf-8');
  private readonly firstRows = signal<RowBatch>([]);
  private readonly fields = signal<ColumnMap>([]);
  private readonly prepared = signal<number | null>(null);
  private readonly found = signal<ClientImportDto | null>(null);
  private readonly refusal = signal<Problem | null>(null);
  private readonly fileFault = signal<FileFault | null>(null);
  /** What is sent, while neither file nor columns change. */
  private body: Blob | null = null;

  /** Whether clients who are there already are changed. */
  readonly updates = signal(false);
  readonly stage = this.at.asReadonly();
  readonly file = this.chosen.asReadonly();
  readonly content = this.text.asReadonly();
  /** What the file is taken to be written in. */
  readonly encoding = this.written.asReadonly();
  readonly header = computed(() => this.firstRows()[0] ?? []);
  readonly samples = computed(() => this.firstRows().slice(1));
  readonly map = this.fields.asReadonly();
  /** From 0 to 1 while the file is made ready; null: it is with the server. */
  readonly preparedShare = this.prepared.asReadonly();
  readonly result = this.found.asReadonly();
  readonly problem = this.refusal.asReadonly();
  readonly fault = this.fileFault.asReadonly();
  readonly isBusy = computed(() => this.at() === 'checking' || this.at() === 'running');

  async choose(file: File): Promise<void> {
    this.reset();
    if (file.size > LARGEST_BYTES) {
      this.fileFault.set('too_large');
      return;
    }
    await this.read(file, null);
  }

  /** Reads the file anew: its letters were wrong. */
  async setEncoding(encoding: TextEncoding): Promise<void> {
    const file = this.chosen();
    if (file !== null) await this.read(file, encoding);
  }

  private async read(file: File, chosen: TextEncoding | null): Promise<void> {
    try {
      const encoding = chosen ?? (await encodingOf(file));
      const text = await inUtf8(file, encoding);
      const rows = await readFirstRows(text, SAMPLE_ROWS);
      if (rows.length < 2) {
        this.reset();
        this.fileFault.set('empty');
        return;
      }
      this.body = null;
      this.chosen.set(file);
      this.text.set(text);
      this.written.set(encoding);
      this.firstRows.set(rows);
      this.fields.set(guessedMap(rows[0] ?? []));
      this.at.set('map');
    } catch {
      this.reset();
      this.fileFault.set('unreadable');
    }
  }

  setField(index: number, field: ImportField | null): void {
    this.body = null;
    this.fields.update((map) => withField(map, index, field));
  }

  backToColumns(): void {
    this.refusal.set(null);
    this.at.set('map');
  }

  reset(): void {
    this.at.set('choose');
    this.updates.set(false);
    this.chosen.set(null);
    this.text.set(null);
    this.firstRows.set([]);
    this.found.set(null);
    this.refusal.set(null);
    this.fileFault.set(null);
    this.body = null;
  }

  /** Says what would happen, and stores nothing. */
  check(): Promise<void> {
    return this.send('checking', 'checked', 'map');
  }

  async start(): Promise<void> {
    await this.send('running', 'done', 'checked');
    if (this.router.url.startsWith(IMPORT_PATH)) return;
    const action = { label: 'clients.import.show', run: () => void this.router.navigateByUrl(IMPORT_PATH) };
    const result = this.found();
    const problem = this.refusal();
    if (problem !== null) this.toasts.failed('clients.import.broke', problem, { action });
    else this.toasts.show('clients.import.finished', { params: { ...result }, action });
  }

  private async send(during: Stage, after: Stage, back: Stage): Promise<void> {
    const [file, text] = [this.chosen(), this.text()];
    if (file === null || text === null) return;
    this.refusal.set(null);
    this.at.set(during);
    try {
      // A browser reads no file that changed after it was chosen: what was checked would be something else.
      await file.slice(0, 1).arrayBuffer();
      const body = (this.body ??= await this.made(text));
      const dry_run = during === 'checking';
      const update = this.updates();
      const query = { dry_run, update, ...(dry_run && update ? { changes: true } : {}) };
      const result = await this.api.post<ClientImportDto>('/api/clients/import', body, { query });
      // The clients are stored by now, whatever becomes of the file.
      const failed = await withOwnLines(result.failed, body, text).catch(() => result.failed);
      this.found.set({ ...result, failed });
      this.at.set(after);
    } catch (error) {
      if (isProblem(error)) {
        this.refusal.set(error);
        this.at.set(back);
      } else {
        this.reset();
        this.fileFault.set('unreadable');
      }
    } finally {
      this.prepared.set(null);
    }
  }

  /** The file as the API takes it. */
  private async made(text: Blob): Promise<Blob> {
    if (isAsExpected(this.header(), this.fields()) && !(await hasSeparatorLine(text)))
      return new Blob([text], { type: 'text/csv' });
    this.prepared.set(0);
    return rewritten(text, this.fields(), (share) => this.prepared.set(share));
  }
}
