import { Component, computed, inject, input, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ProjectRecordDto } from '@groupless/shared-dto';
import { Session } from '../../session/session';
import { Confirm } from '../../ui/dialogs/confirm';
import { Toasts } from '../../ui/toasts/toasts';
import { MemoryApi } from '../memory-api';

/** Who sees a private project, and the way for its owner to share it. */
@Component({
  selector: 'app-project-sharing',
  imports: [TranslocoPipe],
  template: `
    <h3>{{ 'memory.private.title' | transloco }}</h3>
    <p class="caption">
      {{ (isOwn() ? 'memory.private.text' : 'memory.private.text_of_other') | transloco }}
    </p>
    @if (isOwn()) {
      <button type="button" class="button" [disabled]="isBusy()" (click)="share()">
        {{ 'memory.private.share' | transloco }}…
      </button>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      align-items: flex-start;
      gap: 8px;
      margin-top: 16px;
      padding-top: 16px;
      border-top: 1px solid var(--border);
    }
  `,
})
export class ProjectSharing {
  readonly project = input.required<ProjectRecordDto>();
  private readonly api = inject(MemoryApi);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);
  private readonly session = inject(Session);
  protected readonly isBusy = signal(false);
  protected readonly isOwn = computed(() => this.project().private_to === this.session.user_id());

  protected async share(): Promise<void> {
    const { id, name } = this.project();
    const isSure = await this.confirm.ask({
      title: 'memory.private.share_title',
      text: 'memory.private.share_text',
      action: 'memory.private.share',
      params: { name },
    });
    if (!isSure) return;
    this.isBusy.set(true);
    try {
      const shared = await this.api.shareProject(id);
      this.toasts.show('memory.private.shared', { params: { name: shared.name } });
    } catch (error) {
      this.toasts.failed('memory.private.not_shared', error, { params: { name } });
    }
    this.isBusy.set(false);
  }
}
