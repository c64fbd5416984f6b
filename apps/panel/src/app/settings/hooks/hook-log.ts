import { Component, computed, effect, inject, input, signal, untracked } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { HookDeliveryDto, HookDeliveryStatus } from '@groupless/shared-dto';
import { pageList } from '../../data/page-list';
import { Formats } from '../../i18n/formats';
import { PluralPipe } from '../../i18n/plural';
import { PageHeader } from '../../layout/page-header';
import { Toasts } from '../../ui/toasts/toasts';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { Icon } from '../../ui/icon';
import { Now, RelativeTime } from '../../ui/formats/relative-time';
import { RefetchBar, Skeleton, WhileWaiting } from '../../ui/skeleton';
import { StatusChip, type Tone } from '../../ui/status-chip';
import { HookState } from './hook-state';
import { legible } from './legible';
import { HOOKS_PATH, ShownHooks } from '../shown-hooks';
import { SettingsApi } from '../settings-api';

/** A little less than the time between two looks at the clock. */
const AGAIN_AFTER_MS = 25_000;

const TONES: Record<HookDeliveryStatus, Tone> = {
  pending: 'pending',
  delivered: 'completed',
  failed: 'no-show',
};

/** What was sent to an outbound webhook, the newest first. */
@Component({
  selector: 'app-hook-log',
  imports: [
    EmptyState,
    ErrorPanel,
    HookState,
    Icon,
    PageHeader,
    PluralPipe,
    RefetchBar,
    RelativeTime,
    RouterLink,
    Skeleton,
    StatusChip,
    TranslocoPipe,
    WhileWaiting,
  ],
  templateUrl: './hook-log.html',
  styleUrls: ['../settings-screen.css', './hook-log.css'],
})
export class HookLog {
  /** From the address. */
  readonly id = input.required<string>();

  private readonly api = inject(SettingsApi);
  private readonly toasts = inject(Toasts);
  private readonly hooks = inject(ShownHooks).list;
  protected readonly formats = inject(Formats);
  protected readonly tones = TONES;
  protected readonly hook = computed(() => this.hooks.value()?.find(({ id }) => id === this.id()) ?? null);
  protected readonly deliveries = pageList<HookDeliveryDto>(
    () => ({ url: `${HOOKS_PATH}/${this.id()}/deliveries` }),
    { page: 50 },
  );
  protected readonly isTesting = signal(false);
  protected readonly legible = legible;

  constructor() {
    // No event tells of a delivery. What an event or a write has just had read is not read twice.
    const now = inject(Now);
    let readMs = Date.now();
    effect(() => {
      this.deliveries.items();
      readMs = Date.now();
    });
    effect(() => {
      now.ms();
      if (Date.now() - readMs >= AGAIN_AFTER_MS && document.visibilityState === 'visible')
        untracked(() => void this.deliveries.reload());
    });
  }

  protected async sendAgain({ id, event }: HookDeliveryDto): Promise<void> {
    try {
      await this.api.sendDeliveryAgain(this.id(), id);
      this.toasts.show('hooks.sent_again', { params: { event } });
    } catch (error) {
      this.toasts.failed('hooks.not_sent', error);
    }
  }

  protected async sendTest(): Promise<void> {
    this.isTesting.set(true);
    try {
      const { status, response_status, error } = await this.api.testHook(this.id());
      const params = { status: response_status, error };
      this.toasts.show(status === 'delivered' ? 'hooks.test_arrived' : 'hooks.test_failed', { params });
    } catch (error) {
      this.toasts.failed('hooks.not_sent', error);
    } finally {
      this.isTesting.set(false);
    }
  }
}
