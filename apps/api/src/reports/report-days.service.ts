import { Injectable } from '@nestjs/common';
import { ChatAgentSettingsService } from '../settings/chat-agent-settings.service';
import { dateOf } from '../shared/opening-hours/open-hours';
import { Job } from '../shared/jobs/job';
import { daysFrom } from './period';
import { ReportsRepository } from './reports.repository';

/** Counts the days of reports beforehand, and sums up their months. What little is missing, a report counts itself. */
@Injectable()
export class ReportDaysService {
  constructor(
    private readonly reports: ReportsRepository,
    private readonly settings: ChatAgentSettingsService,
  ) {}

  @Job({
    name: 'report-days',
    every: '*/5 * * * *',
    at_start: true,
    retries: 3,
    first_pause_s: 10,
    longest_pause_s: 60,
    keep_days: 1,
  })
  async run(_data: object, stopping: AbortSignal): Promise<void> {
    const span = await this.reports.span();
    if (span === null) return;
    const { time_zone } = await this.settings.current();
    const [first, last] = [span.first, span.last].map((at) => dateOf(at.getTime(), time_zone)) as [
      ReturnType<typeof dateOf>,
      ReturnType<typeof dateOf>,
    ];
    const all = daysFrom(first, first.until(last, { largestUnit: 'day' }).days + 1, time_zone);
    const due = await this.reports.listDue(all, time_zone);
    // The newest are asked for most.
    const days = all.filter(({ day }) => due.has(day)).reverse();
    for (const month of Map.groupBy(days, ({ day }) => day.slice(0, 7)).values())
      if (!stopping.aborted) await this.reports.count(month, time_zone);
  }
}
