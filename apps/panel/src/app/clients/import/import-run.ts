import { computed, inject, Injectable, linkedSignal, signal } from '@angular/core';
import { Router } from '@angular/router';
import type {
  ClientFilePreviewDto,
  ClientImportDto,
  KnownClients,
  SHARED_CONTACTS,
} from '@groupless/shared-dto';
import { Business } from '../../data/business';
import { Api } from '../../http/api';
import { isProblem, type Problem } from '../../http/problem';
import { Appearance } from '../../i18n/appearance';
import { Toasts } from '../../ui/toasts/toasts';
import { csvLine } from '../files/csv-text';
import { columnsIn, rowMaker, type Mapping } from './client-rows';
import {
  columnsLeft,
  guessedMap,
  hasName,
  isAsExpected,
  withField,
  type ColumnMap,
  type ImportField,
} from './column-map';
import { hasSeparatorLine, isPlainDelimiter } from './csv-rows';
import { withOwnLines } from './own-lines';
import type { ReadFile } from './read-file';
import { OtherKindError } from './reading/kinds';
import { besidePage } from './reading/beside-page';
import { FileFaultError } from './reading/zip';
import type { TextEncoding } from './text-encoding';

/** `checking` tells what would happen, `running` does it. */
export type Stage = 'choose' | 'map' | 'checking' | 'checked' | 'running' | 'done';

const IMPORT_PATH = '/clients/import';
const LARGEST_BYTES = 64 * 1_048_576;
type SharedContacts = (typeof SHARED_CONTACTS)[number];
type FileFault =
  'too_large' | 'empty' | 'unreadable' | 'other_encoding' | FileFaultError['fault'] | OtherKindError['kind'];

/** One import of a file. It lives on when its page is left, and tells when it is over. */
@Injectable({ providedIn: 'root' })
export class ImportRun {
  private readonly api = inject(Api);
  private readonly appearance = inject(Appearance);
  private readonly business = inject(Business);
  private readonly router = inject(Router);
  private readonly toasts = inject(Toasts);

  private readonly at = signal<Stage>('choose');
  private readonly source = signal<ReadFile | null>(null);
  private readonly fields = signal<ColumnMap>([]);
  private readonly prepared = signal<number | null>(null);
  private readonly found = signal<ClientImportDto | null>(null);
  private readonly refusal = signal<Problem | null>(null);
  private readonly fileFault = signal<FileFault | null>(null);
  private readonly reading = signal(false);
  private readonly ofKnown = signal<KnownClients>('skip');
  private readonly region = linkedSignal(() => this.business.settings()?.phone_region ?? '');
  private readonly restNoted = signal(false);
  private readonly shared = signal<SharedContacts | null>(null);
  /** The fields that somebody chose, by column, the last one last. */
  private readonly byHand = new Map<number, ImportField | null>();
  /** What is sent, while neither file nor columns nor what is done with known clients change. */
  private body: Blob | null = null;
  /** Counts what is read: what another reading or choice has overtaken is dropped. */
  private turn = 0;

  /** The country of numbers without a code; empty: nobody knows it. */
  readonly country = this.region.asReadonly();
  /** What becomes of clients who are there already. */
  readonly known = this.ofKnown.asReadonly();
  /** Whether what the file says takes the place of what they have. */
  readonly updates = computed(() => this.ofKnown() === 'overwrite');
  /** Whether the file is being read. Nothing is sent until then. */
  readonly isReading = this.reading.asReadonly();
  readonly stage = this.at.asReadonly();
  readonly file = computed(() => this.source()?.file ?? null);
  readonly content = computed(() => this.source()?.text ?? null);
  /** What the file is taken to be written in. */
  readonly encoding = computed(() => this.source()?.encoding ?? 'utf-8');
  readonly header = computed(() => this.source()?.rows[0] ?? []);
  readonly samples = computed(() => this.source()?.rows.slice(1) ?? []);
  /** How many columns with something in them fill no field. */
  readonly columnsLeft = computed(
    () =>
      columnsLeft(this.header(), this.fields()).filter((place) =>
        this.samples().some((row) => (row[place] ?? '').trim() !== ''),
      ).length,
  );
  /** Whether they go into the notes. */
  readonly rest = this.restNoted.asReadonly();
  private readonly mapping = computed<Mapping>(() => ({
    map: this.fields(),
    updates: this.updates(),
    rest: this.restNoted(),
    orders: (this.source()?.orders ?? []).map(
      (order) => order ?? (this.region() === 'US' ? 'month_first' : 'day_first'),
    ),
    time_zone: this.appearance.businessZone(),
  }));
  /** The columns that are sent. */
  readonly columns = computed(() => columnsIn(this.mapping()));
  /** The first rows as they are sent; null: nothing says how they are called. */
  readonly firstRows = computed(() => {
    if (!hasName(this.fields())) return null;
    const toRow = rowMaker(this.header(), this.mapping());
    return [this.columns(), ...this.samples().map(toRow)].map((cells) => csvLine(cells)).join('');
  });
  /** The rows of which one has the headings, and its line. */
  readonly beginning = computed(() => this.source()?.beginning ?? []);
  readonly heading = computed(() => this.source()?.heading ?? 1);
  readonly map = this.fields.asReadonly();
  /** From 0 to 1 while the file is made ready; null: it is with the server. */
  readonly preparedShare = this.prepared.asReadonly();
  readonly result = this.found.asReadonly();
  readonly problem = this.refusal.asReadonly();
  readonly fault = this.fileFault.asReadonly();
  readonly isBusy = computed(() => this.isReading() || this.at() === 'checking' || this.at() === 'running');

  async choose(file: File): Promise<void> {
    this.reset();
    if (file.size > LARGEST_BYTES) {
      this.fileFault.set('too_large');
      return;
    }
    await this.read(file, null, null);
  }

  /** Reads the file anew: its letters were wrong. Where that fails, all stays as it was. */
  async setEncoding(encoding: TextEncoding): Promise<void> {
    const file = this.file();
    if (file !== null && this.at() === 'map') await this.read(file, encoding, null);
  }

  /** Reads the file anew: another line has the headings. */
  async setHeading(line: number): Promise<void> {
    const file = this.file();
    if (file === null || this.at() !== 'map') return;
    this.byHand.clear();
    await this.read(file, this.encoding(), line);
  }

  private async read(file: File, chosen: TextEncoding | null, heading: number | null): Promise<void> {
    const turn = ++this.turn;
    this.reading.set(true);
    this.fileFault.set(null);
    const fail = (fault: FileFault) => {
      if (turn !== this.turn) return;
      if (chosen === null) this.reset();
      this.reading.set(false);
      this.fileFault.set(chosen === null ? fault : 'other_encoding');
    };
    try {
      const read = await besidePage('readFile', [file, chosen, heading]);
      if (turn !== this.turn) return;
      if (read.rows.length < 2) {
        fail('empty');
        return;
      }
      const [header = []] = read.rows;
      if (chosen === null || header.length !== this.header().length) this.byHand.clear();
      this.body = null;
      this.source.set(read);
      this.fields.set(
        [...this.byHand].reduce((map, [index, field]) => withField(map, index, field), guessedMap(header)),
      );
      this.at.set('map');
      this.reading.set(false);
    } catch (error) {
      if (error instanceof OtherKindError) fail(error.kind);
      else fail(error instanceof FileFaultError ? error.fault : 'unreadable');
    }
  }

  setField(index: number, field: ImportField | null): void {
    this.body = null;
    this.byHand.delete(index);
    this.byHand.set(index, field);
    this.fields.update((map) => withField(map, index, field));
  }

  setRest(rest: boolean): void {
    this.body = null;
    this.restNoted.set(rest);
  }

  setCountry(country: string): void {
    // It also says how dates are read.
    this.body = null;
    this.region.set(country);
  }

  /** What becomes of rows as they are sent. */
  preview(rows: string, country: string): Promise<ClientFilePreviewDto> {
    const query = { keep_unreadable: true, ...(country !== '' && { country }) };
    const body = new Blob([rows], { type: 'text/csv' });
    return this.api.post<ClientFilePreviewDto>('/api/clients/import/preview', body, { query });
  }

  /** Says of rows whose contact is that of a client of another name who they are, and checks them again. */
  settleShared(shared: SharedContacts): Promise<void> {
    this.shared.set(shared);
    return this.check();
  }

  /** Says what becomes of clients who are there already, and checks the file again. */
  settleKnown(known: KnownClients): Promise<void> {
    this.body = null;
    this.ofKnown.set(known);
    return this.check();
  }

  backToColumns(): void {
    this.refusal.set(null);
    this.at.set('map');
  }

  reset(): void {
    this.turn++;
    this.reading.set(false);
    this.at.set('choose');
    this.ofKnown.set('skip');
    this.restNoted.set(false);
    this.shared.set(null);
    this.byHand.clear();
    this.source.set(null);
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
    const source = this.source();
    if (source === null || this.isBusy()) return;
    const { file, text } = source;
    const turn = this.turn;
    this.refusal.set(null);
    this.fileFault.set(null);
    this.at.set(during);
    try {
      // A browser reads no file that changed after it was chosen: what was checked would be something else.
      await file.slice(0, 1).arrayBuffer();
      const body = (this.body ??= await this.made(text));
      const dry_run = during === 'checking';
      const known = this.known();
      // Further numbers that the file names one by one are no whole list of a client's.
      const adds = !this.fields().includes('other_phones');
      const forKnown = { ...(dry_run && { changes: true }), ...(adds && { add_phones: true }) };
      const country = this.region();
      const shared_contacts = this.shared();
      const query = {
        dry_run,
        ...(known !== 'skip' && { known, ...forKnown }),
        keep_unreadable: true,
        ...(country !== '' && { country }),
        ...(shared_contacts !== null && { shared_contacts }),
        ...(!dry_run && { file_name: file.name }),
      };
      const result = await this.api.post<ClientImportDto>('/api/clients/import', body, { query });
      // The clients are stored by now, whatever becomes of the file.
      const own = await withOwnLines(result, body, text).catch(() => result);
      if (turn !== this.turn) return;
      this.found.set(own);
      this.at.set(after);
    } catch (error) {
      if (turn !== this.turn) return;
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
    const isPlain = !(await hasSeparatorLine(text)) && (await isPlainDelimiter(text));
    if (isAsExpected(this.header(), this.fields()) && isPlain && !this.rest())
      return new Blob([text], { type: 'text/csv' });
    this.prepared.set(0);
    return besidePage('rewritten', [text, this.mapping()], (share) => this.prepared.set(share));
  }
}
