import { Component, computed, inject, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe, TranslocoService } from '@jsverse/transloco';
import { KNOWN_BY, KNOWN_CLIENTS, type ImportedPersonDto } from '@groupless/shared-dto';
import { Formats } from '../../i18n/formats';
import { PluralPipe } from '../../i18n/plural';
import { Appearance } from '../../i18n/appearance';
import { Icon } from '../../ui/icon';
import { Beginning } from '../../ui/long-text';
import { fileName, listSeparator, saveFile } from '../../ui/save-file';
import { FieldValues } from '../field-values';
import { ImportReasons } from './import-reasons';
import { ImportRun } from './import-run';
import { besidePage } from './reading/beside-page';

/** Beyond, the file of rejects is the better place to read them. */
const MOST_SHOWN = 200;

/** What an import did, or would do, and why rows are left out. */
@Component({
  selector: 'app-import-result',
  imports: [Beginning, Icon, PluralPipe, RouterLink, TranslocoPipe],
  templateUrl: './import-result.html',
  styleUrl: './import-result.css',
})
export class ImportResult {
  private readonly appearance = inject(Appearance);
  protected readonly run = inject(ImportRun);
  private readonly transloco = inject(TranslocoService);
  protected readonly reasons = inject(ImportReasons);
  protected readonly formats = inject(Formats);
  protected readonly values = inject(FieldValues);
  protected readonly isSaving = signal(false);
  protected readonly result = this.run.result;
  protected readonly choices = KNOWN_CLIENTS;
  protected readonly isDone = computed(() => this.run.stage() === 'done');
  protected readonly shown = computed(() => this.result()?.failed.slice(0, MOST_SHOWN) ?? []);

  /** How many rows are about clients who are there already, and by what these are known. The check alone says it. */
  protected readonly knownBy = computed(() => {
    const { known } = this.result() ?? {};
    const found = KNOWN_BY.map((by) => ({ by, count: known?.[by] ?? 0 })).filter(({ count }) => count > 0);
    if (found.length === 0) return null;
    const parts = found.map(({ by, count }) =>
      this.transloco.translate(`clients.import.known_by.${by}`, { count: this.formats.number(count) }),
    );
    return { count: found.reduce((sum, { count }) => sum + count, 0), by: this.formats.list(parts) };
  });

  /** Rows with the contact of a client who is called otherwise: somebody has to say who they are. */
  protected readonly othersNamed = computed(() =>
    this.isDone() || this.run.known() !== 'skip'
      ? 0
      : (this.result()?.not_made.filter(({ reason }) => reason === 'other_name').length ?? 0),
  );
  /** Names of which the file itself has lost letters. */
  protected readonly lostLetters = computed(
    () => this.result()?.warnings.filter(({ code }) => code === 'lost_letters').length ?? 0,
  );
  protected readonly lists = computed(() => {
    const result = this.result();
    if (result === null) return [];
    const { not_made, shared, warnings } = result;
    const all = [
      {
        name: 'not_made',
        total: result.not_made_total,
        lines: not_made.map(({ row, reason, with: other }) => ({
          row,
          text: this.transloco.translate(`clients.import.whys.${reason}`, this.personOf(other)),
        })),
      },
      {
        name: 'shared',
        total: result.shared_total,
        lines: shared.map(({ row, name, with: other }) => ({
          row,
          text: this.transloco.translate('clients.import.shares', {
            name,
            other: this.personOf(other).name,
          }),
        })),
      },
      {
        name: 'warnings',
        total: result.warnings_total,
        lines: warnings.map((one) => ({ row: one.row, text: this.reasons.of(one) })),
      },
    ];
    return all
      .filter(({ total }) => total > 0)
      .map((list) => ({ ...list, lines: list.lines.slice(0, MOST_SHOWN) }));
  });

  private personOf(person: ImportedPersonDto | null) {
    return {
      name: person?.name ?? '–',
      row: typeof person?.row === 'number' ? this.formats.number(person.row) : '',
    };
  }

  protected async saveRejects(): Promise<void> {
    const file = this.run.content();
    const { failed = [], warnings = [] } = this.result() ?? {};
    if (file === null) return;
    this.isSaving.set(true);
    try {
      const headings = ['row', 'column', 'cell', 'reason'].map((key) =>
        this.transloco.translate(`clients.import.${key}`),
      );
      const left = failed.map((one) => ({ ...one, reason: this.reasons.of(one), is_left_out: true }));
      const taken = warnings.map((one) => ({
        ...one,
        reason: this.transloco.translate('clients.import.taken', { reason: this.reasons.of(one) }),
        is_left_out: false,
      }));
      const rejects = await besidePage('rejectsFile', [
        ...([file, [...left, ...taken], this.run.map(), headings] as const),
        listSeparator(this.appearance.formatLocale()),
      ]);
      saveFile(rejects, fileName('rejected', this.appearance.businessZone()));
    } finally {
      this.isSaving.set(false);
    }
  }
}
