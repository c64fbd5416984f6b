import { Component, computed, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AgentStateDto, ChatAgentSettingsDto } from '@groupless/shared-dto';
import { query } from '../../../data/query';
import { DAY_MS, toLocal } from '../../../i18n/zoned-time';
import { Session } from '../../../session/session';
import { CopyButton } from '../../../ui/copy/copy-button';
import { Dialogs } from '../../../ui/dialogs/dialogs';
import { RelativeTime } from '../../../ui/formats/relative-time';
import { agentCurls } from './agent-curls';

/** Where the agent finds the panel, and when it was last heard of. */
@Component({
  selector: 'app-agent-connection',
  imports: [CopyButton, RelativeTime, TranslocoPipe],
  templateUrl: './agent-connection.html',
  styleUrls: ['../../profile/section.css', './agent-connection.css'],
})
export class AgentConnection {
  /** As they are stored. */
  readonly settings = input.required<ChatAgentSettingsDto>();
  /** Within another card, whose heading names it. */
  readonly plain = input(false);
  private readonly dialogs = inject(Dialogs);
  /** Only admins make keys. */
  protected readonly isAdmin = inject(Session).isAdmin;
  /** What may answer, with who offers it. */
  protected readonly answering = ['phone', 'chat', 'own'] as const;
  protected readonly origin = location.origin;
  protected readonly agent = query<AgentStateDto>(() => '/api/conversations/agent').value;
  protected readonly curls = computed(() => {
    const tomorrow = new Date(Date.now() + DAY_MS);
    return agentCurls(this.origin, this.settings(), toLocal(tomorrow, this.settings().time_zone).date);
  });

  protected async send(): Promise<void> {
    const load = () => import('./technician-dialog').then(({ TechnicianDialog }) => TechnicianDialog);
    await this.dialogs.load(load, { width: 'min(560px, calc(100vw - 32px))' });
  }
}
