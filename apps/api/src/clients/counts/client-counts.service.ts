import { Injectable } from '@nestjs/common';
import type { DashboardDto } from '@groupless/shared-dto';
import { ClientCountsRepository } from './client-counts.repository';

/** How many clients there are, for the dashboard. */
@Injectable()
export class ClientCountsService {
  constructor(private readonly counts: ClientCountsRepository) {}

  count(now: Date): Promise<DashboardDto['clients']> {
    return this.counts.count(now);
  }
}
