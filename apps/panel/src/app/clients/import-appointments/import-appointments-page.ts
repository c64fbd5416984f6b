import { Component, computed, inject, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe, TranslocoService } from '@jsverse/transloco';
import { BookableResources } from '../../crm/bookable-resources';
import { FirstQuestions } from '../../crm/first-questions/first-questions';
import { ShownZone } from '../../crm/shown-zone';
import { Appearance } from '../../i18n/appearance';
import { Formats } from '../../i18n/formats';
import { PluralPipe } from '../../i18n/plural';
import { PageHeader } from '../../layout/page-header';
import { Icon } from '../../ui/icon';
import { Beginning } from '../../ui/long-text';
import { listSeparator, saveFile } from '../../ui/save-file';
import { csvFile } from '../files/csv-text';
import { APPOINTMENT_FIELDS, type AppointmentField } from './appointment-columns';
import { AppointmentImport } from './appointment-import';
import { AppointmentImportUndo } from './appointment-import-undo';
import { EarlierAppointmentImports } from './earlier-appointment-imports';
import { UndoneImport } from './undone-import';

/** A row that is told of, in words. */
interface Line {
  row: number;
  text: string;
}

/** Appointments from a list or a calendar: choose the file, say what its columns are, see what would happen, do it. */
@Component({
  selector: 'app-import-appointments-page',
  imports: [
    Beginning,
    EarlierAppointmentImports,
    Icon,
    PageHeader,
    PluralPipe,
    RouterLink,
    TranslocoPipe,
    UndoneImport,
  ],
  providers: [AppointmentImport, ShownZone],
  templateUrl: './import-appointments-page.html',
  styleUrls: ['../import/import-page.css', './import-appointments-page.css'],
})
export class ImportAppointmentsPage {
  private readonly undoing = inject(AppointmentImportUndo);
  private readonly transloco = inject(TranslocoService);
  private readonly zone = inject(ShownZone);
  private readonly appearance = inject(Appearance);
  protected readonly formats = inject(Formats);
  protected readonly run = inject(AppointmentImport);
  protected readonly resources = inject(BookableResources).present;
  protected readonly fields = APPOINTMENT_FIELDS;
  protected readonly isOver = signal(false);
  protected readonly left = computed(() => this.run.columns().filter((field) => field === null).length);
  /** What does not become an appointment, and cells that could not be read. */
  protected readonly lines = computed<{ left_out: Line[]; warnings: Line[] }>(() => {
    const result = this.run.result();
    if (result === null) return { left_out: [], warnings: [] };
    const of = (key: string, params: object = {}) =>
      this.transloco.translate(`clients.appointments_import.${key}`, params);
    const fault = ({ row, field, code }: { row: number; field: string; code: string }): Line => ({
      row,
      text: `${of(`sent_fields.${field}`)}: ${this.transloco.translate(`clients.import.reasons.${code}`)}`,
    });
    const not_made = result.not_made.map(({ row, reason, name, starts_at, named, with: known }): Line => ({
      row,
      text: of('of_row', {
        name: name || '–',
        when: this.zone.dateTime(starts_at),
        why: of(`whys.${reason}`, { count: this.formats.number(known.length), named: named ?? '' }),
      }),
    }));
    return {
      left_out: [...result.failed.map(fault), ...not_made].sort((a, b) => a.row - b.row),
      warnings: result.warnings.map(fault),
    };
  });

  constructor() {
    void inject(FirstQuestions).ask();
    this.undoing.forget();
  }

  protected take(files: FileList | null | undefined): void {
    this.isOver.set(false);
    const [file] = files ?? [];
    if (file !== undefined && !this.run.isBusy()) void this.run.choose(file);
  }

  protected onDrag(event: DragEvent, isOver: boolean): void {
    event.preventDefault();
    this.isOver.set(isOver);
  }

  protected onDrop(event: DragEvent): void {
    event.preventDefault();
    this.take(event.dataTransfer?.files);
  }

  protected setColumn(index: number, field: string): void {
    this.run.setColumn(index, (field || null) as AppointmentField | null);
  }

  protected async undo(id: string): Promise<void> {
    if (await this.undoing.undo(id)) this.run.reset();
  }

  protected saveLeftOut(): void {
    const headings = ['row', 'reason'].map((key) => this.transloco.translate(`clients.import.${key}`));
    const rows = this.lines().left_out.map(({ row, text }) => [String(row), text]);
    const separator = listSeparator(this.appearance.formatLocale());
    saveFile(csvFile([headings, ...rows], separator), 'appointments-left-out.csv');
  }
}
