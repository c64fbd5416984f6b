import { Injectable } from '@nestjs/common';
import type { AgentPauseDto, AgentPauseStateDto, PauseAgentDto } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import { EventsService } from '../../events/events.service';
import type { KnownActor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors/app-error';
import { ChatAgentSettingsRepository } from '../chat-agent-settings.repository';
import { ChatAgentSettingsService } from '../chat-agent-settings.service';
import { presentPause } from './present-pause';

/** An operator stops the agent for a while, whatever the settings say. */
@Injectable()
export class AgentPauseService {
  constructor(
    private readonly repository: ChatAgentSettingsRepository,
    private readonly settings: ChatAgentSettingsService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** The pause that lasts; one whose time is over is none. */
  async get(): Promise<AgentPauseStateDto> {
    const { pause } = await this.repository.getSettings();
    return { pause: presentPause(pause, this.clock.now()) };
  }

  /** @throws AppError `in_the_past` */
  async pause({ until, reason }: PauseAgentDto, actor: KnownActor): Promise<AgentPauseDto> {
    const now = this.clock.now();
    if (until !== undefined && Date.parse(until) <= now.getTime()) throw untilIsOver();
    const pause: AgentPauseDto = {
      until: until === undefined ? null : new Date(until).toISOString(),
      reason,
      by: actor.caller.name,
      since: now.toISOString(),
    };
    await this.store(pause, actor, 'agent.paused', {
      reason,
      ...(pause.until === null ? {} : { until: pause.until }),
    });
    return pause;
  }

  async resume(actor: KnownActor): Promise<void> {
    const { pause } = await this.get();
    if (pause !== null) await this.store(null, actor, 'agent.resumed', {});
  }

  private async store(
    pause: AgentPauseDto | null,
    actor: KnownActor,
    action: string,
    details: Record<string, string>,
  ): Promise<void> {
    const event = this.audit.eventOf(actor, { action, object: 'settings:chat-agent', details });
    await this.repository.storePause(pause, event);
    this.settings.expire();
    this.events.announce('settings.updated', null);
  }
}

function untilIsOver(): AppError {
  const message = 'until must be a time to come; leave it out to pause until somebody ends it.';
  return new AppError('in_the_past', message, {
    members: { errors: [{ field: 'until', code: 'out_of_range', message }] },
  });
}
