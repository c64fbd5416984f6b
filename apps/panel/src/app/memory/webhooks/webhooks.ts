import { Component, computed, effect, inject, untracked } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { WorkflowDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { urlState } from '../../layout/url-state';
import { ErrorPanel } from '../../ui/error-panel';
import { Now } from '../../ui/formats/relative-time';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { MemoryHeader } from '../memory-header';
import { WebhookCard } from './webhook-card';

/** The addresses by which assistants read and write the memory. */
@Component({
  selector: 'app-webhooks',
  imports: [ErrorPanel, MemoryHeader, Skeleton, TranslocoPipe, WebhookCard, WhileWaiting],
  template: `
    <div class="page">
      <app-memory-header heading="memory.webhooks" />
      <p class="lead">{{ 'memory.webhook.lead' | transloco }}</p>
      @if (resource.problem(); as error) {
        <app-error-panel [error]="error" (retry)="resource.reload()" />
      }
      @for (webhook of webhooks(); track webhook.path) {
        <app-webhook-card
          [webhook]="webhook"
          [showsCalls]="open.value() === webhook.path"
          (callsToggled)="open.set($event ? webhook.path : '')"
          (changed)="show($event)"
        />
      }
      @if (resource.isFirstLoad()) {
        <div *appWhileWaiting="true" class="waiting">
          @for (one of [1, 2, 3, 4, 5]; track one) {
            <app-skeleton height="148px" />
          }
        </div>
      }
    </div>
  `,
  styleUrls: ['../../ui/lists/list-page.css', './webhooks.css'],
})
export class Webhooks {
  /** The path of the one whose calls are shown: its id is a secret that changes. */
  protected readonly open = urlState('calls');
  protected readonly resource = query<WorkflowDto[]>(() => '/api/workflows');
  protected readonly webhooks = computed(() => this.resource.value() ?? []);

  constructor() {
    // Calls make no events: the counts are read again from time to time.
    const now = inject(Now);
    const begun = now.ms();
    effect(() => {
      if (now.ms() !== begun) untracked(() => void this.resource.reload());
    });
  }

  protected show(changed: WorkflowDto): void {
    this.resource.update((all) => all.map((one) => (one.path === changed.path ? changed : one)));
  }
}
