import { Component, effect, inject, input, untracked } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ExecutionDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { Formats } from '../../i18n/formats';
import { ErrorPanel } from '../../ui/error-panel';
import { Now, RelativeTime } from '../../ui/formats/relative-time';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';

const FAILED = 400;

/** The last calls of a webhook, the newest first. */
@Component({
  selector: 'app-webhook-calls',
  imports: [ErrorPanel, RelativeTime, Skeleton, TranslocoPipe, WhileWaiting],
  templateUrl: './webhook-calls.html',
  styleUrl: './webhook-calls.css',
})
export class WebhookCalls {
  readonly webhookId = input.required<string>();
  readonly path = input.required<string>();
  /** When the last one was: another one, and they are read again. */
  readonly calls = input<string | null>(null);
  protected readonly formats = inject(Formats);
  protected readonly failed = FAILED;
  protected readonly resource = query<ExecutionDto[]>(() => `/api/workflows/${this.webhookId()}/executions`);
  protected readonly executions = this.resource.value;

  constructor() {
    const now = inject(Now);
    let isFirst = true;
    effect(() => {
      this.calls();
      now.ms();
      if (!isFirst) untracked(() => void this.resource.reload());
      isFirst = false;
    });
  }
}
