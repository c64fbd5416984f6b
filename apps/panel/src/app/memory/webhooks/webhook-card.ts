import { Component, computed, inject, input, output, signal } from '@angular/core';
import { outputFromObservable } from '@angular/core/rxjs-interop';
import { TranslocoPipe } from '@jsverse/transloco';
import type { WorkflowDto } from '@groupless/shared-dto';
import { Subject } from 'rxjs';
import { Serial } from '../../http/serial';
import { PluralPipe } from '../../i18n/plural';
import { Confirm } from '../../ui/dialogs/confirm';
import { Toasts } from '../../ui/toasts/toasts';
import { CopyButton } from '../../ui/copy/copy-button';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/formats/relative-time';
import { MemoryApi } from '../memory-api';
import { WebhookCalls } from './webhook-calls';
import { curlOf } from './webhook-example';

/** One webhook: its address, whether it answers, and what was called. */
@Component({
  selector: 'app-webhook-card',
  imports: [CopyButton, Icon, PluralPipe, RelativeTime, TranslocoPipe, WebhookCalls],
  templateUrl: './webhook-card.html',
  styleUrl: './webhook-card.css',
})
export class WebhookCard {
  readonly webhook = input.required<WorkflowDto>();
  readonly showsCalls = input(false);
  readonly callsToggled = output<boolean>();
  private readonly whenChanged = new Subject<WorkflowDto>();
  readonly changed = outputFromObservable(this.whenChanged);

  private readonly api = inject(MemoryApi);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);
  private readonly switches = new Serial();
  protected readonly curl = computed(() => curlOf(this.webhook()));
  protected readonly isRotating = signal(false);

  /** Shown before the server has answered. */
  protected async switchTo(active: boolean): Promise<void> {
    const before = this.webhook();
    const params = { path: before.path };
    this.whenChanged.next({ ...before, active });
    try {
      this.whenChanged.next(await this.switches.run(() => this.api.switchWebhook(before.id, active)));
      this.toasts.undoable(
        active ? 'memory.webhook.now_on' : 'memory.webhook.now_off',
        () => void this.switchBack(before),
        params,
      );
    } catch (error) {
      // What was chosen since stays.
      if (this.webhook().active === active) this.whenChanged.next({ ...this.webhook(), active: !active });
      this.toasts.failed('memory.webhook.not_changed', error, { params });
    }
  }

  /** The old address cannot be brought back: its path has to be typed. */
  protected async rotate(): Promise<void> {
    const { id, path } = this.webhook();
    const params = { path };
    const isSure = await this.confirm.ask({
      title: 'memory.webhook.rotate_title',
      text: 'memory.webhook.rotate_text',
      action: 'memory.webhook.rotate',
      params,
      typedName: path,
      isDangerous: true,
    });
    if (!isSure) return;
    this.isRotating.set(true);
    try {
      this.whenChanged.next(await this.api.rotateWebhook(id));
      this.toasts.show('memory.webhook.rotated', { params });
    } catch (error) {
      this.toasts.failed('memory.webhook.not_changed', error, { params });
    } finally {
      this.isRotating.set(false);
    }
  }

  private async switchBack({ id, active, path }: WorkflowDto): Promise<void> {
    try {
      this.whenChanged.next(await this.api.switchWebhook(id, active));
    } catch (error) {
      this.toasts.failed('memory.webhook.not_changed', error, { params: { path } });
    }
  }
}
