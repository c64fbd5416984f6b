import { Component, computed, inject, input, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { HookDeliveryDto, HookDto, PageDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { Formats } from '../../i18n/formats';
import { Confirm } from '../../ui/dialogs/confirm';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { Toasts } from '../../ui/toasts/toasts';
import { HookState } from './hook-state';
import { HOOKS_PATH } from '../shown-hooks';
import { SettingsApi } from '../settings-api';
import { openHookDialog } from './open-hook-dialog';

/** One outbound webhook: where it goes, what it is told, and whether that works. */
@Component({
  selector: 'app-hook-row',
  imports: [HookState, RouterLink, TranslocoPipe],
  templateUrl: './hook-row.html',
  styleUrl: './hook-row.css',
})
export class HookRow {
  readonly hook = input.required<HookDto>();

  private readonly api = inject(SettingsApi);
  private readonly confirm = inject(Confirm);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  protected readonly formats = inject(Formats);
  protected readonly isSwitching = signal(false);
  /** Its deliveries go with it, and are not to be read again. */
  private readonly isRemoved = signal(false);
  /** The newest delivery of one that fails says why. */
  private readonly newest = query<PageDto<HookDeliveryDto>>(() => {
    const { id, failing_since, switched_off_at } = this.hook();
    if (this.isRemoved() || (failing_since === null && switched_off_at === null)) return undefined;
    return { url: `${HOOKS_PATH}/${id}/deliveries`, query: { limit: 1 } };
  });
  protected readonly error = computed(() => this.newest.value()?.items[0]?.error ?? null);

  protected edit(): Promise<unknown> {
    return openHookDialog(this.dialogs, this.hook());
  }

  protected async switchTo(active: boolean): Promise<void> {
    const { id, url } = this.hook();
    this.isSwitching.set(true);
    try {
      await this.api.changeHook(id, { active });
      this.toasts.show(active ? 'hooks.now_on' : 'hooks.now_off', { params: { url } });
    } catch (error) {
      this.toasts.failed('hooks.not_changed', error);
    } finally {
      this.isSwitching.set(false);
    }
  }

  protected async remove(): Promise<void> {
    const { id, url } = this.hook();
    const isSure = await this.confirm.ask({
      title: 'hooks.remove_title',
      text: 'hooks.remove_text',
      action: 'hooks.remove',
      params: { url },
      isDangerous: true,
    });
    if (!isSure) return;
    this.isRemoved.set(true);
    try {
      await this.api.removeHook(id);
      this.toasts.show('hooks.removed', { params: { url } });
    } catch (error) {
      this.isRemoved.set(false);
      this.toasts.failed('hooks.not_removed', error);
    }
  }
}
