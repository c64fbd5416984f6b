import { Component, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ApiKeyDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { Confirm } from '../../ui/dialogs/confirm';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { Shortcuts } from '../../ui/keys/shortcuts';
import { Toasts } from '../../ui/toasts/toasts';
import { expiryOf, type Expiry } from '../../ui/formats/expiry';
import { DateTime, Now, RelativeTime } from '../../ui/formats/relative-time';
import { StatusChip } from '../../ui/status-chip';
import { SettingsList } from '../settings-list';
import { TurnsOf } from './turns-of';
import { SettingsApi } from '../settings-api';

const WARNED_MS = 14 * 86_400_000;

/** The keys with which programs use the API. */
@Component({
  selector: 'app-api-keys',
  imports: [DateTime, RelativeTime, SettingsList, StatusChip, TranslocoPipe, TurnsOf],
  templateUrl: './api-keys.html',
  styleUrl: './api-keys.css',
})
export class ApiKeys {
  private readonly api = inject(SettingsApi);
  private readonly confirm = inject(Confirm);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  private readonly now = inject(Now);
  protected readonly keys = query<ApiKeyDto[]>(() => '/api/settings/keys');

  constructor() {
    inject(Shortcuts).register([
      { keys: 'n', label: 'api-keys.make', group: 'keys.list', run: () => void this.make() },
    ]);
  }

  protected expiryOf({ expires_at }: ApiKeyDto): Expiry {
    return expiryOf(expires_at, this.now.ms(), WARNED_MS);
  }

  protected async make(): Promise<void> {
    await this.dialogs.load(() => import('./new-key-dialog').then((m) => m.NewKeyDialog), {
      autoFocus: 'input',
      width: 'min(560px, calc(100vw - 32px))',
    });
    await this.keys.reload();
  }

  protected async rotate(key: ApiKeyDto): Promise<void> {
    await this.dialogs.load(() => import('./rotate-key-dialog').then((m) => m.RotateKeyDialog), {
      data: key,
    });
    await this.keys.reload();
  }

  protected async revoke({ id, name }: ApiKeyDto): Promise<void> {
    const isSure = await this.confirm.ask({
      title: 'api-keys.revoke_title',
      text: 'api-keys.revoke_text',
      action: 'api-keys.revoke',
      params: { name },
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await this.api.revokeKey(id);
      this.toasts.show('api-keys.revoked', { params: { name } });
    } catch (error) {
      this.toasts.failed('api-keys.not_revoked', error);
    }
    await this.keys.reload();
  }
}
