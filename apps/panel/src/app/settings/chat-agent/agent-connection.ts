import { httpResource } from '@angular/common/http';
import { ChangeDetectionStrategy, Component, computed, DestroyRef, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ChatAgentSettingsDto, DashboardDto } from '@groupless/shared-dto';
import { LiveEvents } from '../../http/live-events';
import { toLocal } from '../../i18n/zoned-time';
import { CopyButton } from '../../ui/copy-button';
import { RelativeTime } from '../../ui/relative-time';
import { agentCurls } from './agent-curls';

/** However many messages come: the last ping is read this often at most. */
const PAUSE_MS = 5_000;
const DAY_MS = 86_400_000;

/** Where the agent finds the panel, and when it was last heard of. */
@Component({
  selector: 'app-agent-connection',
  imports: [CopyButton, RelativeTime, TranslocoPipe],
  templateUrl: './agent-connection.html',
  styleUrls: ['../profile/section.css', './agent-connection.css'],
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class AgentConnection {
  /** As they are stored. */
  readonly settings = input.required<ChatAgentSettingsDto>();
  protected readonly origin = location.origin;
  private readonly dashboard = httpResource<DashboardDto>(() => '/api/dashboard');
  protected readonly last_ping = computed(() =>
    this.dashboard.hasValue() ? { at: this.dashboard.value().conversations.agent_last_seen_at } : null,
  );
  protected readonly curls = computed(() => {
    const tomorrow = new Date(Date.now() + DAY_MS);
    return agentCurls(this.origin, this.settings(), toLocal(tomorrow, this.settings().time_zone).date);
  });
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor() {
    inject(LiveEvents).onEvent(['conversation.updated'], () => this.readSoon());
    inject(DestroyRef).onDestroy(() => this.timer !== null && clearTimeout(this.timer));
  }

  private readSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.dashboard.reload();
    }, PAUSE_MS);
  }
}
