import { Component, computed, effect, inject, untracked } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { WorkflowDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { urlState } from '../../layout/url-state';
import { Now } from '../../ui/formats/relative-time';
import { ListFrame } from '../../ui/lists/list-frame';
import { MemoryHeader } from '../memory-header';
import { WebhookCard } from './webhook-card';

/** The addresses by which assistants read and write the memory. */
@Component({
  selector: 'app-webhooks',
  imports: [ListFrame, MemoryHeader, TranslocoPipe, WebhookCard],
  template: `
    <div class="page">
      <app-memory-header heading="memory.webhooks" />
      <p class="lead">{{ 'memory.webhook.lead' | transloco }}</p>
      <app-list-frame [of]="resource" skeleton="148px" [rows]="5">
        @for (webhook of webhooks(); track webhook.path) {
          <app-webhook-card
            [webhook]="webhook"
            [showsCalls]="open.value() === webhook.path"
            (callsToggled)="open.set($event ? webhook.path : '')"
            (changed)="show($event)"
          />
        }
      </app-list-frame>
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
