import { Injectable } from '@nestjs/common';
import type { WaitingLimitsDto } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import type { AuditEvent } from '../../audit/audit-event.entity';
import { ChatMessagesService } from '../../memory/chats/chat-messages.service';
import { Clock } from '../../platform/clock';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { Job } from '../../shared/jobs/job';
import { AgentAbsenceService } from '../agent-absence/agent-absence.service';
import { TeamHoursService } from '../pings/team-hours.service';
import type { ConversationSettings } from './conversation-settings.entity';
import { ConversationSettingsRepository } from './conversation-settings.repository';
import { WaitingRulesRepository } from './waiting-rules.repository';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Jobs run once a minute: what is due within the next half is done now, so that nothing is late by more. */
const AHEAD_MS = MINUTE_MS / 2;

/** A reply that an agent is to deliver keeps the conversation for so long: else the agent would answer before it. */
const DELIVERY_MS = 10 * MINUTE_MS;

/** For so long a draft counts as the word of a person. */
const DRAFT_MS = 5 * MINUTE_MS;

/** No person did it. */
const NOBODY = { caller: null, ip: null };

/** Reminds of clients who wait, hands their conversations back, and closes those in which nobody writes any more. */
@Injectable()
export class WaitingRulesService {
  constructor(
    private readonly settings: ConversationSettingsRepository,
    private readonly rules: WaitingRulesRepository,
    private readonly messages: ChatMessagesService,
    private readonly agent: AgentAbsenceService,
    private readonly chatAgent: ChatAgentSettingsService,
    private readonly team: TeamHoursService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  @Job({
    name: 'waiting-conversations',
    every: '* * * * *',
    retries: 3,
    first_pause_s: 5,
    longest_pause_s: 20,
    keep_days: 1,
  })
  async run(_data: object, stopping: AbortSignal): Promise<void> {
    const settings = await this.settings.getSettings();
    const now = this.clock.now();
    const { remind_assigned_minutes, remind_team_minutes, hand_back_minutes } = await this.limitsAt(
      now,
      settings,
    );
    const ago = (ms: number) => new Date(now.getTime() + AHEAD_MS - ms);
    const typed_since = new Date(now.getTime() - DRAFT_MS);
    const all = async (step: () => Promise<boolean>) => {
      while (!stopping.aborted && (await step()));
    };
    // First of all: who is answered by the agent again is no matter of the team any more.
    if (hand_back_minutes !== null && (await this.agent.isHere())) {
      const since = ago(hand_back_minutes * MINUTE_MS);
      const auditOf = this.auditBy('conversation.handed_back', { minutes: hand_back_minutes });
      const kept = await this.messages.listUndeliveredSince(new Date(now.getTime() - DELIVERY_MS));
      const terms = { minutes: hand_back_minutes, kept, typed_since, auditOf };
      await all(() => this.rules.handBack(since, now, terms));
    }
    // Who is told with the team is not told alone before.
    if (remind_team_minutes !== null)
      await all(() => this.rules.remind(ago(remind_team_minutes * MINUTE_MS), 'team'));
    if (remind_assigned_minutes !== null)
      await all(() => this.rules.remind(ago(remind_assigned_minutes * MINUTE_MS), 'assigned'));
    const { close_after_days: days } = settings;
    if (days === null) return;
    const auditOf = this.auditBy('conversation.updated', { fields: 'status', days });
    const terms = { days, typed_since, auditOf };
    await all(() => this.rules.close(ago(days * DAY_MS), now, terms));
  }

  private async limitsAt(now: Date, settings: ConversationSettings): Promise<WaitingLimitsDto> {
    const { outside_hours } = settings;
    if (outside_hours === null) return settings;
    const { open } = this.team.at(now, await this.chatAgent.current());
    return open ? settings : outside_hours;
  }

  private auditBy(action: string, details: Record<string, string | number>) {
    return ({ id }: { id: string }): AuditEvent =>
      this.audit.eventOf(NOBODY, { action, object: `conversation:${id}`, details });
  }
}
