import { Injectable } from '@nestjs/common';
import type { DashboardDto } from '@groupless/shared-dto';
import type { Days } from '../../../shared/days';
import { MemoryCountsRepository } from './memory-counts.repository';

/** How many messages were written and tasks done, and whether anything was, for the dashboard. */
@Injectable()
export class MemoryCountsService {
  constructor(private readonly counts: MemoryCountsRepository) {}

  countMessagesByDay(days: Days): Promise<DashboardDto['conversations']['messages_by_day_14d']> {
    return this.counts.countMessagesByDay(days);
  }

  countTasks(now: Date): Promise<DashboardDto['tasks']> {
    return this.counts.countTasks(now);
  }

  isUsed(): Promise<boolean> {
    return this.counts.isUsed();
  }
}
