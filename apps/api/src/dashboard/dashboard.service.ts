import { Injectable } from '@nestjs/common';
import type { ActiveAccountDto, DashboardDto } from '@groupless/shared-dto';
import { AppointmentOverviewService } from '../appointments/overview/appointment-overview.service';
import { AccountsService } from '../assistant-accounts/accounts.service';
import { ClientCountsService } from '../clients/counts/client-counts.service';
import { ConversationCountsService } from '../conversations/conversation-counts.service';
import { MemoryCountsService } from '../memory/counts/memory-counts.service';
import { ChatAgentSettingsService } from '../settings/chat-agent-settings.service';
import { Clock } from '../shared/clock';
import { lastDays } from '../shared/days';

@Injectable()
export class DashboardService {
  constructor(
    private readonly clients: ClientCountsService,
    private readonly appointments: AppointmentOverviewService,
    private readonly conversations: ConversationCountsService,
    private readonly memory: MemoryCountsService,
    private readonly accounts: AccountsService,
    private readonly settings: ChatAgentSettingsService,
    private readonly clock: Clock,
  ) {}

  async get(): Promise<DashboardDto> {
    const { time_zone } = await this.settings.current();
    const now = this.clock.now();
    const [clients, appointments, conversations, messages_by_day_14d, tasks, active_account] =
      await Promise.all([
        this.clients.count(now),
        this.appointments.get(now, lastDays(30, now, time_zone)),
        this.conversations.count(),
        this.memory.countMessagesByDay(lastDays(14, now, time_zone)),
        this.memory.countTasks(now),
        this.activeAccount(),
      ]);
    return {
      clients,
      appointments,
      conversations: { ...conversations, messages_by_day_14d },
      tasks,
      active_account,
      generated_at: now.toISOString(),
    };
  }

  private async activeAccount(): Promise<ActiveAccountDto | null> {
    const active = (await this.accounts.list()).find(({ is_active }) => is_active);
    if (active === undefined) return null;
    const { id, name, type, has_session, session_updated_at, session_expires_at } = active;
    return { id, name, type, has_session, session_updated_at, session_expires_at };
  }
}
