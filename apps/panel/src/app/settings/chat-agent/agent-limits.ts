import { Component, input } from '@angular/core';
import { FormField, type FieldTree } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { AGENT_LOOKUPS, CANCEL_LATE, type ChatAgentSettingsDto } from '@groupless/shared-dto';
import { Field } from '../../ui/forms/field';

/** What the agent may do with bookings, and what leaves the house of them. */
@Component({
  selector: 'app-agent-limits',
  imports: [Field, FormField, TranslocoPipe],
  templateUrl: './agent-limits.html',
  styleUrls: ['../profile/section.css', './booking/booking-settings.css'],
})
export class AgentLimits {
  readonly form = input.required<FieldTree<ChatAgentSettingsDto>>();
  protected readonly numbers = ['horizon_days', 'cancel_notice_minutes'] as const;
  protected readonly cancel_late = CANCEL_LATE;
  protected readonly agentLookups = AGENT_LOOKUPS;
}
