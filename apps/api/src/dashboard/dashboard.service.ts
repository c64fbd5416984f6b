import { Injectable } from '@nestjs/common';
import { ChatAgentSettingsService } from '../settings/chat-agent-settings.service';
import { Clock } from '../shared/clock';
import { jsonObject, toJsonText, type JsonText } from '../shared/http/json-text';
import { DashboardRepository } from './dashboard.repository';
import { lastDays } from './days';

@Injectable()
export class DashboardService {
  constructor(
    private readonly dashboard: DashboardRepository,
    private readonly settings: ChatAgentSettingsService,
    private readonly clock: Clock,
  ) {}

  /** A `DashboardDto`, with one question to each database. */
  async get(): Promise<JsonText> {
    const { time_zone } = await this.settings.current();
    const now = this.clock.now();
    const [panel, memory] = await Promise.all([
      this.dashboard.getPanelPart(now, lastDays(30, now, time_zone)),
      this.dashboard.getMemoryPart(now, lastDays(14, now, time_zone)),
    ]);
    const { clients, appointments, active_account, ...conversations } = panel;
    const { messages_by_day_14d, tasks } = memory;
    return jsonObject({
      clients,
      appointments,
      conversations: jsonObject({ ...conversations, messages_by_day_14d }),
      tasks,
      active_account,
      generated_at: toJsonText(now.toISOString()),
    });
  }
}
