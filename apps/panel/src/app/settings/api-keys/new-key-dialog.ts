import { DialogRef } from '@angular/cdk/dialog';
import { ChangeDetectionStrategy, Component, computed, inject, signal } from '@angular/core';
import { form, FormField, maxLength, required, validate } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { KEY_SCOPES, LIMITS, type CreatedApiKeyDto, type KeyScope } from '@groupless/shared-dto';
import { Formats } from '../../i18n/formats';
import { toInstant, toLocal } from '../../i18n/zoned-time';
import { FormDialog } from '../../layout/dialogs/form-dialog';
import { Appearance } from '../../session/appearance';
import { CheckGroup } from '../../ui/forms/check-group';
import { CopiedText } from '../../ui/copy/copied-text';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { ApiKeysApi } from './api-keys-api';

/** Days from now, or a day of one's own. */
const LIFETIMES = ['30', '90', '365', 'date'] as const;

interface NewKey {
  name: string;
  scopes: KeyScope[];
  lifetime: (typeof LIFETIMES)[number];
  /** The last day, in the business's zone. */
  date: string;
}

const DAY_MS = 86_400_000;
/** A day less than the server allows: its clock may be behind this one, and a day of one's own counts to its end. */
const LONGEST_MS = (LIMITS.key_days_max - 1) * DAY_MS;

/** Makes a key, and shows it this once. */
@Component({
  selector: 'app-new-key-dialog',
  imports: [CheckGroup, CopiedText, Field, FormDialog, FormField, TranslocoPipe],
  templateUrl: './new-key-dialog.html',
  styleUrl: './new-key-dialog.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class NewKeyDialog {
  private readonly api = inject(ApiKeysApi);
  private readonly zone = inject(Appearance).business_zone;
  protected readonly formats = inject(Formats);
  private readonly dialog = inject(DialogRef);
  protected readonly scopes = KEY_SCOPES;
  protected readonly lifetimes = LIFETIMES;
  protected readonly firstDate = toLocal(new Date(Date.now() + DAY_MS), this.zone()).date;
  protected readonly lastDate = toLocal(new Date(Date.now() + LONGEST_MS), this.zone()).date;
  protected readonly created = signal<CreatedApiKeyDto | null>(null);
  protected readonly heading = computed(() =>
    this.created() === null ? 'api-keys.make' : 'api-keys.created',
  );

  private readonly model = signal<NewKey>({
    name: '',
    scopes: [],
    lifetime: '90',
    date: toLocal(new Date(Date.now() + LIMITS.key_days * DAY_MS), this.zone()).date,
  });
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.name);
      maxLength(path.name, LIMITS.key_name.max);
      validate(path.scopes, ({ value }) => (value().length === 0 ? { kind: 'required' } : undefined));
      required(path.date);
    },
    { submission: sending((key: NewKey) => this.create(key)) },
  );
  protected readonly expires_at = computed(() => this.expiryOf(this.model()));

  protected toggle(scope: KeyScope): void {
    this.form
      .scopes()
      .value.update((before) => KEY_SCOPES.filter((one) => before.includes(one) !== (one === scope)));
    this.form.scopes().markAsTouched();
  }

  private async create(key: NewKey): Promise<void> {
    const { name, scopes } = key;
    this.created.set(await this.api.create({ name, scopes, expires_at: this.expiryOf(key) }));
    // Neither Escape nor a click beside it hides a key that can never be shown again.
    this.dialog.disableClose = true;
  }

  /** A day of one's own counts to its end. */
  private expiryOf({ lifetime, date }: NewKey): string {
    const lastMinute = lifetime === 'date' ? toInstant({ date, time: '23:59' }, this.zone()) : null;
    const days = lifetime === 'date' ? LIMITS.key_days : Number(lifetime);
    const inDays = Date.now() + Math.min(days * DAY_MS, LONGEST_MS);
    return lastMinute ?? new Date(inDays).toISOString();
  }
}
