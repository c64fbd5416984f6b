import { DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { form, FormField, maxLength, required, validate } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  KEY_SCOPES,
  LIMITS,
  type CreateApiKeyDto,
  type CreatedApiKeyDto,
  type KeyScope,
  type PageDto,
  type UserDto,
} from '@groupless/shared-dto';
import { query } from '../../data/query';
import { Formats } from '../../i18n/formats';
import { DAY_MS, toInstant, toLocal } from '../../i18n/zoned-time';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Appearance } from '../../i18n/appearance';
import { CheckGroup } from '../../ui/forms/check-group';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { Session } from '../../session/session';
import { SettingsApi } from '../settings-api';
import { ShownKey } from './shown-key';

/** Days from now, or a day of one's own. */
const LIFETIMES = ['30', '90', '365', 'date'] as const;

interface NewKey {
  name: string;
  scopes: KeyScope[];
  /** The id of a user; '': who makes it. */
  owner_id: string;
  lifetime: (typeof LIFETIMES)[number];
  /** The last day, in the business's zone. */
  date: string;
}

/** A day less than the server allows, since a day of one's own counts to its end. */
const LONGEST_MS = (LIMITS.key_days_max - 1) * DAY_MS;

/** Makes a key, and shows it this once. */
@Component({
  selector: 'app-new-key-dialog',
  imports: [CheckGroup, Field, FormDialog, FormField, ShownKey, TranslocoPipe],
  templateUrl: './new-key-dialog.html',
  styleUrl: './new-key-dialog.css',
})
export class NewKeyDialog {
  private readonly api = inject(SettingsApi);
  private readonly zone = inject(Appearance).businessZone;
  protected readonly formats = inject(Formats);
  private readonly dialog = inject(DialogRef);
  protected readonly scopes = KEY_SCOPES;
  protected readonly lifetimes = LIFETIMES;
  protected readonly firstDate = toLocal(new Date(Date.now() + DAY_MS), this.zone()).date;
  protected readonly lastDate = toLocal(new Date(Date.now() + LONGEST_MS), this.zone()).date;
  protected readonly me = inject(Session).user;
  protected readonly opensMemory = computed(() => this.model().scopes.includes('memory'));
  private readonly team = query<PageDto<UserDto>>(() =>
    this.opensMemory() ? { url: '/api/users', query: { limit: LIMITS.page.max } } : undefined,
  );
  /** For whom else the key may be. Without a list it is for who makes it. */
  protected readonly users = computed(() =>
    (this.team.value()?.items ?? []).filter(({ id, is_active }) => is_active && id !== this.me()?.id),
  );
  protected readonly created = signal<CreatedApiKeyDto | null>(null);
  protected readonly heading = computed(() =>
    this.created() === null ? 'api-keys.make' : 'api-keys.created',
  );

  private readonly model = signal<NewKey>({
    name: '',
    scopes: [],
    owner_id: '',
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
  /** As this browser's clock has it, until the key is made. */
  protected readonly expires_at = computed(() => {
    const { expires_at, days = LIMITS.key_days } = this.lifetimeOf(this.model());
    return expires_at ?? new Date(Date.now() + days * DAY_MS).toISOString();
  });

  protected toggle(scope: KeyScope): void {
    this.form
      .scopes()
      .value.update((before) => KEY_SCOPES.filter((one) => before.includes(one) !== (one === scope)));
    this.form.scopes().markAsTouched();
  }

  private async create(key: NewKey): Promise<void> {
    const { name, scopes, owner_id } = key;
    const owner = this.opensMemory() && owner_id !== '' ? { owner_id } : {};
    this.created.set(await this.api.createKey({ name, scopes, ...owner, ...this.lifetimeOf(key) }));
    // Neither Escape nor a click beside it hides a key that can never be shown again.
    this.dialog.disableClose = true;
  }

  /** A day of one's own counts to its end; days are counted by the server, since this clock may be wrong. */
  private lifetimeOf({ lifetime, date }: NewKey): Pick<CreateApiKeyDto, 'expires_at' | 'days'> {
    if (lifetime !== 'date') return { days: Number(lifetime) };
    const expires_at = toInstant({ date, time: '23:59' }, this.zone());
    return expires_at === null ? { days: LIMITS.key_days } : { expires_at };
  }
}
