import { computed, inject, Injectable, signal } from '@angular/core';
import type { AppointmentImportDto } from '@groupless/shared-dto';
import { Business } from '../../data/business';
import { Api } from '../../http/api';
import { toProblem, type Problem } from '../../http/problem';
import { Appearance } from '../../i18n/appearance';
import { toLocal } from '../../i18n/zoned-time';
import type { ReadFile } from '../import/read-file';
import { OtherKindError } from '../import/reading/kinds';
import { besidePage } from '../import/reading/beside-page';
import { FileFaultError } from '../import/reading/zip';
import {
  guessedColumns,
  isEnough,
  withColumn,
  type AppointmentColumns,
  type AppointmentField,
} from './appointment-columns';
import type { DateOrder } from './read-times';

type Stage = 'choose' | 'map' | 'checking' | 'checked' | 'running' | 'done';

const LARGEST_BYTES = 8 * 1_048_576;

/** What is sent, and the lines of the file of its rows; null: it is sent as it is. */
interface Prepared {
  body: Blob;
  lines: number[] | null;
}

/** One import of a file of appointments. */
@Injectable()
export class AppointmentImport {
  private readonly api = inject(Api);
  private readonly business = inject(Business);
  private readonly appearance = inject(Appearance);

  readonly stage = signal<Stage>('choose');
  readonly file = signal<File | null>(null);
  readonly isCalendar = signal(false);
  readonly table = signal<ReadFile | null>(null);
  readonly columns = signal<AppointmentColumns>([]);
  readonly problem = signal<Problem | null>(null);
  readonly fault = signal<string | null>(null);
  readonly result = signal<AppointmentImportDto | null>(null);
  /** Whose the appointments are that name nobody; empty: nobody's. */
  readonly resource_id = signal('');
  readonly reminds = signal(false);
  readonly rest = signal(true);
  /** Of a calendar: what is over before is left out. */
  readonly from = signal('');
  private prepared: Prepared | null = null;

  readonly header = computed(() => this.table()?.rows[0] ?? []);
  readonly samples = computed(() => this.table()?.rows.slice(1) ?? []);
  readonly isReady = computed(() => this.isCalendar() || isEnough(this.columns()));
  readonly isBusy = computed(() => this.stage() === 'checking' || this.stage() === 'running');

  async choose(file: File): Promise<void> {
    this.reset();
    if (file.size > LARGEST_BYTES) {
      this.fault.set('appointments_too_large');
      return;
    }
    try {
      const beginning = await file.slice(0, 64).text();
      if (/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(beginning)) {
        this.isCalendar.set(true);
        this.from.set(toLocal(new Date(), this.appearance.businessZone()).date);
      } else {
        const table = await besidePage('readFile', [file, null, null]);
        if (table.rows.length < 2) {
          this.fault.set('empty');
          return;
        }
        this.table.set(table);
        this.columns.set(guessedColumns(table.rows[0] ?? []));
      }
      this.file.set(file);
      this.stage.set('map');
    } catch (error) {
      if (error instanceof OtherKindError) this.fault.set(error.kind);
      else this.fault.set(error instanceof FileFaultError ? error.fault : 'unreadable');
    }
  }

  setColumn(index: number, field: AppointmentField | null): void {
    this.prepared = null;
    this.columns.update((columns) => withColumn(columns, index, field));
  }

  setRest(rest: boolean): void {
    this.prepared = null;
    this.rest.set(rest);
  }

  reset(): void {
    this.stage.set('choose');
    this.file.set(null);
    this.isCalendar.set(false);
    this.table.set(null);
    this.problem.set(null);
    this.fault.set(null);
    this.result.set(null);
    this.prepared = null;
  }

  back(): void {
    this.problem.set(null);
    this.stage.set('map');
  }

  /** Says what would happen, and stores nothing. */
  check(): Promise<void> {
    return this.send('checking', 'checked', 'map');
  }

  start(): Promise<void> {
    return this.send('running', 'done', 'checked');
  }

  private async send(during: Stage, after: Stage, failed: Stage): Promise<void> {
    if (this.isBusy()) return;
    this.stage.set(during);
    this.problem.set(null);
    try {
      const { body, lines } = (this.prepared ??= await this.prepare());
      const dry_run = during === 'checking';
      const query = {
        dry_run,
        resource_id: this.resource_id() || null,
        notify: this.reminds() ? 'reminders' : null,
        from: this.isCalendar() ? this.from() || null : null,
        file_name: dry_run ? null : (this.file()?.name ?? null),
      };
      const answer = await this.api.post<AppointmentImportDto>('/api/appointments/import', body, { query });
      this.result.set(lines === null ? answer : inLinesOf(answer, lines));
      this.stage.set(after);
    } catch (error) {
      this.problem.set(toProblem(error));
      this.stage.set(failed);
    }
  }

  private async prepare(): Promise<Prepared> {
    const table = this.table();
    const file = this.file();
    if (table === null)
      return { body: new Blob(file === null ? [] : [file], { type: 'text/calendar' }), lines: null };
    const order: DateOrder = this.business.settings()?.phone_region === 'US' ? 'month_first' : 'day_first';
    return besidePage('sentAppointments', [
      table.text,
      { columns: this.columns(), order, rest: this.rest() },
    ]);
  }
}

/** What is sent has its headings in line 1 and a row in each that follows. */
function inLinesOf(answer: AppointmentImportDto, lines: readonly number[]): AppointmentImportDto {
  const inFile = <Row extends { row: number }>(row: Row): Row => ({
    ...row,
    row: lines[row.row - 2] ?? row.row,
  });
  return {
    ...answer,
    failed: answer.failed.map(inFile),
    not_made: answer.not_made.map(inFile),
    warnings: answer.warnings.map(inFile),
  };
}
