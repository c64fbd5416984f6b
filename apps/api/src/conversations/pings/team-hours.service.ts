import { Injectable } from '@nestjs/common';
import type { ChatAgentSettingsDto, TeamDto } from '@groupless/shared-dto';
import { teamHoursAt, type TeamHours } from './team-hours';

/** Whether people are there. Every ping asks, so it is computed once for each load of the settings. */
@Injectable()
export class TeamHoursService {
  private readonly known = new WeakMap<ChatAgentSettingsDto, TeamHours & { from_ms: number }>();

  at(now: Date, settings: ChatAgentSettingsDto): TeamDto {
    const nowMs = now.getTime();
    const before = this.known.get(settings);
    const isRight = before !== undefined && before.from_ms <= nowMs && nowMs < before.until_ms;
    const hours = isRight ? before : { ...teamHoursAt(nowMs, settings), from_ms: nowMs };
    this.known.set(settings, hours);
    const { open, opens_at, local_opens_at } = hours;
    return { open, opens_at, local_opens_at };
  }
}
