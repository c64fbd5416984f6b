import { Injectable } from '@nestjs/common';
import type { DashboardDto } from '@groupless/shared-dto';
import type { Days } from '../../shared/days';
import { AppointmentOverviewRepository } from './appointment-overview.repository';

/** Today's and the next appointments, for the dashboard. */
@Injectable()
export class AppointmentOverviewService {
  constructor(private readonly overview: AppointmentOverviewRepository) {}

  /** @param days those of `by_day_30d` and `by_service_30d`, today the last of them */
  async get(now: Date, days: Days): Promise<DashboardDto['appointments']> {
    const [begins = '', ends = ''] = days.bounds.slice(-2);
    const [{ next_7d, pending_over_24h, without_outcome, ...today }, by_day_30d, by_service_30d, next] =
      await Promise.all([
        this.overview.count(now, { begins, ends }),
        this.overview.countByDay(days),
        this.overview.countByService(days),
        this.overview.listNext(now),
      ]);
    const counts = { today, next_7d, pending_over_24h, without_outcome };
    return { ...counts, by_day_30d, by_service_30d, next };
  }
}
