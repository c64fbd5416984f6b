import { Injectable } from '@nestjs/common';
import type { ActiveAccountDto, DashboardDto } from '@groupless/shared-dto';
import { AppointmentOverviewService } from '../appointments/overview/appointment-overview.service';
import { AccountsService } from '../assistant-accounts/accounts.service';
import { ClientCountsService } from '../clients/counts/client-counts.service';
import { ConversationCountsService } from '../conversations/counts/conversation-counts.service';
import { BatchedStatements } from '../database/statements/batched-statements';
import { MemoryCountsService } from '../memory/records/counts/memory-counts.service';
import { ChatAgentSettingsService } from '../settings/chat-agent-settings.service';
import { FirstStepsService } from './first-steps/first-steps.service';
import { demandOfMemoryRole, satisfies } from '../platform/access/access.decorators';
import type { Caller } from '../platform/access/caller';
import { Clock } from '../platform/clock';
import { lastDays } from '../shared/days';
import { UsersService } from '../users/users.service';
import { attentionFor, AttentionService } from './attention.service';

type Read = Omit<DashboardDto, 'attention'> & { found: Awaited<ReturnType<AttentionService['find']>> };

@Injectable()
export class DashboardService {
  /** One event makes every open panel ask again at the same time: callers who wait share the next read. */
  private readonly reads = new BatchedStatements<void, Read>({
    runAlone: () => this.read(),
    runTogether: async ({ length }) => Array<Read>(length).fill(await this.read()),
    maxRunning: 1,
    patienceMs: 1_000,
  });

  constructor(
    private readonly clients: ClientCountsService,
    private readonly appointments: AppointmentOverviewService,
    private readonly conversations: ConversationCountsService,
    private readonly memory: MemoryCountsService,
    private readonly accounts: AccountsService,
    private readonly settings: ChatAgentSettingsService,
    private readonly steps: FirstStepsService,
    private readonly users: UsersService,
    private readonly attention: AttentionService,
    private readonly clock: Clock,
  ) {}

  /** Without what the caller does not see: tasks, accounts and machines of the assistants, and the first steps. */
  async get(caller: Caller): Promise<DashboardDto> {
    const [{ found, conversations, ...read }, unread] = await Promise.all([
      this.reads.call(),
      this.conversations.countUnread(caller),
    ]);
    const isAdmin = caller.kind === 'user' && caller.role === 'admin';
    const dashboard = {
      ...read,
      conversations: { ...conversations, unread: unread ?? conversations.unread },
      attention: attentionFor(found, isAdmin),
    };
    if (isAdmin) return dashboard;
    const isWhole = satisfies(caller, demandOfMemoryRole('viewer'));
    const active_accounts = isWhole ? dashboard.active_accounts.map(withoutMachine) : [];
    return {
      ...dashboard,
      ...(isWhole ? {} : { tasks: null }),
      active_account: active_accounts[0] ?? null,
      active_accounts,
      first_steps: [],
    };
  }

  private async read(): Promise<Read> {
    const settings = await this.settings.current();
    const { time_zone } = settings;
    const now = this.clock.now();
    const [
      clients,
      appointments,
      conversations,
      messages_by_day_14d,
      tasks,
      isRemembered,
      active_accounts,
      users,
      found,
    ] = await Promise.all([
      this.clients.count(now),
      this.appointments.get(now, lastDays(30, now, time_zone)),
      this.conversations.count(now),
      this.memory.countMessagesByDay(lastDays(14, now, time_zone)),
      this.memory.countTasks(now),
      this.memory.isUsed(),
      this.activeAccounts(),
      this.users.count(),
      this.attention.findAll(now),
    ]);
    const { agent_last_seen_at } = conversations;
    const [active_account = null] = active_accounts;
    const hasSession = active_accounts.some(({ has_session }) => has_session);
    return {
      clients,
      appointments,
      conversations: { ...conversations, messages_by_day_14d },
      found,
      tasks,
      active_account,
      active_accounts,
      first_steps: await this.steps.listOpen({
        settings,
        users,
        agent_last_seen_at,
        isRemembered,
        hasSession,
      }),
      generated_at: now.toISOString(),
    };
  }

  private async activeAccounts(): Promise<ActiveAccountDto[]> {
    const active = await this.accounts.listActive();
    return active.map((account) => {
      const { id, name, type, tool, has_session, session_updated_at, session_expires_at, usage } = account;
      return { id, name, type, tool, has_session, session_updated_at, session_expires_at, usage };
    });
  }
}

function withoutMachine({ usage, ...account }: ActiveAccountDto): ActiveAccountDto {
  return { ...account, usage: usage === null ? null : { ...usage, machine: null } };
}
