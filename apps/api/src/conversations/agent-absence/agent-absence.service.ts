import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { AgentStateDto } from '@groupless/shared-dto';
import { EventsService } from '../../events/events.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { Clock } from '../../platform/clock';
import { describeError } from '../../platform/log/describe-error';
import { AgentAbsenceRepository } from './agent-absence.repository';
import { AGENT_AWAY_MINUTES } from './agent-away-minutes';

const EVERY_MS = 60_000;

/**
 * Marks conversations for a human while a customer waits for an absent agent. Messages arrive through the agent, so an
 * agent that stops right after one is only found by polling.
 */
@Injectable()
export class AgentAbsenceService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(AgentAbsenceService.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly absence: AgentAbsenceRepository,
    private readonly settings: ChatAgentSettingsService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.look(), EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Whether it is switched on, not paused, and was heard of within a quarter of an hour. */
  async isHere(): Promise<boolean> {
    const { state, last_seen_at } = await this.state();
    return state === 'answers' && last_seen_at !== null;
  }

  /** Whether the agent answers. */
  async state(): Promise<AgentStateDto> {
    const [{ enabled }, seen] = await Promise.all([this.settings.current(), this.absence.lastSeenAt()]);
    const isAway =
      seen !== null && this.clock.now().getTime() - seen.getTime() >= AGENT_AWAY_MINUTES * 60_000;
    const state = enabled ? (isAway ? 'away' : 'answers') : 'disabled';
    return { state, last_seen_at: seen?.toISOString() ?? null };
  }

  /** Failures are logged; the next minute retries. */
  async look(): Promise<void> {
    try {
      const { enabled } = await this.settings.current();
      for (const id of await this.absence.callPerson(this.clock.now(), !enabled))
        this.events.announce('conversation.updated', id);
    } catch (error) {
      this.log.warn({ err: describeError(error) }, 'conversations of an absent agent were not looked for');
    }
  }
}
