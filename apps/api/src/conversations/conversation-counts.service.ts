import { Injectable } from '@nestjs/common';
import type { DashboardDto } from '@groupless/shared-dto';
import { ConversationCountsRepository } from './conversation-counts.repository';

/** For the dashboard: how many conversations wait for a person, and when the agent called last. */
@Injectable()
export class ConversationCountsService {
  constructor(private readonly counts: ConversationCountsRepository) {}

  async count(): Promise<Omit<DashboardDto['conversations'], 'messages_by_day_14d'>> {
    const { agent_last_seen_at, ...counts } = await this.counts.count();
    return { ...counts, agent_last_seen_at: agent_last_seen_at?.toISOString() ?? null };
  }
}
