import { Component, computed, inject } from '@angular/core';
import { form, FormField, FormRoot } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  RETENTION_KINDS,
  type AuditEventDto,
  type JobDto,
  type PageDto,
  type RetentionDto,
  type RetentionKind,
  type RetentionMonthsDto,
} from '@groupless/shared-dto';
import { query, versionedQuery } from '../../data/query';
import { Formats } from '../../i18n/formats';
import { PluralPipe } from '../../i18n/plural';
import { Texts } from '../../i18n/texts';
import { PageHeader } from '../../layout/page-header';
import { Confirm } from '../../ui/dialogs/confirm';
import { ErrorPanel } from '../../ui/error-panel';
import { DateTime } from '../../ui/formats/relative-time';
import { Field, FormError } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { SaveButtons } from '../../ui/forms/save-buttons';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { Toasts } from '../../ui/toasts/toasts';
import { SettingsApi } from '../settings-api';
import { storedForm } from '../stored-form';

/** Months as they are chosen; empty: kept. */
type MonthsForm = Record<RetentionKind, string>;

const CHOICES = [1, 2, 3, 6, 12, 18, 24, 36, 60, 120];
const KEPT: MonthsForm = { conversations: '', clients: '', cancelled_appointments: '', mails: '', logs: '' };

/** After how many months data of persons are removed, and what went last. */
@Component({
  selector: 'app-retention',
  imports: [
    DateTime,
    ErrorPanel,
    Field,
    FormError,
    FormField,
    FormRoot,
    PageHeader,
    PluralPipe,
    SaveButtons,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
  ],
  templateUrl: './retention.html',
  styleUrls: ['../profile/section.css', '../settings-screen.css', './retention.css'],
})
export class Retention {
  private readonly api = inject(SettingsApi);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);
  private readonly words = inject(Texts);
  private readonly formats = inject(Formats);
  private readonly plural = new PluralPipe();

  protected readonly stored = versionedQuery<RetentionDto>(() => '/api/settings/retention');
  private readonly fields = storedForm(this.stored, { empty: KEPT, fieldsOf: formOf });
  protected readonly removed = query<PageDto<AuditEventDto>>(
    () => '/api/settings/audit?action=retention.removed&limit=10',
  );
  private readonly jobs = query<readonly JobDto[]>(() => '/api/settings/jobs');
  protected readonly next = computed(
    () => this.jobs.value()?.find(({ name }) => name === 'retention')?.next_at ?? null,
  );
  protected readonly kinds = RETENTION_KINDS;
  protected readonly isChanged = this.fields.isChanged;
  /** Those that can be chosen, and what is stored. */
  protected readonly choices = computed(() => {
    const stored = Object.values(this.fields.base()).flatMap((months) =>
      months === '' ? [] : [Number(months)],
    );
    return [...new Set([...CHOICES, ...stored])].sort((a, b) => a - b);
  });
  protected readonly form = form(this.fields.model, () => undefined, {
    submission: sending(
      (months: MonthsForm) => this.save(months),
      () => this.isChanged(),
    ),
  });

  /** After how many days the environment of the server removes a kind in any case. */
  protected environmentDays(kind: RetentionKind): number | null {
    const days: Partial<Record<RetentionKind, number | null>> =
      this.stored.value()?.row.environment_days ?? {};
    return days[kind] ?? null;
  }

  protected removedText({ details: { what, count } }: AuditEventDto): string {
    return this.countText(String(what), Number(count));
  }

  private async save(chosen: MonthsForm): Promise<void> {
    const months = monthsOf(chosen);
    if (!(await this.isMeant(months))) return;
    await this.fields.save(chosen, (etag) => this.api.replaceRetention({ months }, etag));
    this.form().reset();
    this.toasts.show('retention.saved');
  }

  /** What is removed earlier than before is counted and asked for. */
  private async isMeant(months: RetentionMonthsDto): Promise<boolean> {
    const before = monthsOf(this.fields.base());
    const earlier = RETENTION_KINDS.filter((kind) => (months[kind] ?? Infinity) < (before[kind] ?? Infinity));
    if (earlier.length === 0) return true;
    const { items } = await this.api.previewRetention({ months });
    const gone = items.filter(({ kind, count }) => earlier.includes(kind) && count > 0);
    const rows = gone.map(({ what, count, count_is_exact: isExact }) => {
      const text = this.countText(what, count);
      return isExact ? text : this.words.of('retention.at_least', { rows: text });
    });
    return this.confirm.ask({
      title: 'retention.confirm.title',
      text: rows.length === 0 ? 'retention.confirm.nothing' : 'retention.confirm.text',
      more: 'retention.confirm.more',
      action: 'retention.confirm.action',
      params: { rows: this.formats.list(rows) },
      isDangerous: true,
    });
  }

  private countText(what: string, count: number): string {
    return this.plural.transform(`retention.rows.${what}`, count);
  }
}

function formOf({ months }: RetentionDto): MonthsForm {
  const fields = RETENTION_KINDS.map((kind) => [kind, months[kind]?.toString() ?? '']);
  return Object.fromEntries(fields) as MonthsForm;
}

function monthsOf(chosen: MonthsForm): RetentionMonthsDto {
  const fields = RETENTION_KINDS.map((kind) => [kind, chosen[kind] === '' ? null : Number(chosen[kind])]);
  return Object.fromEntries(fields) as RetentionMonthsDto;
}
