import { Injectable } from '@nestjs/common';
import type { DashboardDto } from '@groupless/shared-dto';
import { ConversationCountsRepository } from './conversation-counts.repository';

/** How many conversations wait for somebody, and when the agent was last heard, for the dashboard. */
@Injectable()
export class ConversationCountsService {
  constructor(private readonly counts: ConversationCountsRepository) {}

  async count(): Promise<Omit<DashboardDto['conversations'], 'messages_by_day_14d'>> {
    const { agent_last_seen_at, ...counts } = await this.counts.count();
    return { ...counts, agent_last_seen_at: agent_last_seen_at?.toISOString() ?? null };
  }
}
