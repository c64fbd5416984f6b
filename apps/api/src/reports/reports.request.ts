import { REPORT_GROUPINGS, type ReportGrouping, type ReportQueryDto } from '@groupless/shared-dto';
import type { SameShape } from '../platform/docs/same-shape';
import { OneOf } from '../platform/validation/fields';
import { DayOrInstant } from '../platform/validation/times/day-or-time';

export class ReportRequest implements ReportQueryDto {
  @DayOrInstant({
    optional: true,
    description: 'The first day, in the time zone of the business. Default: 30 days before `to`.',
    example: '2026-11-01',
  })
  from?: string;

  @DayOrInstant({
    optional: true,
    description: 'The day after the last one. Default: tomorrow.',
    example: '2026-12-01',
  })
  to?: string;

  @OneOf({
    optional: true,
    values: REPORT_GROUPINGS,
    description: 'By what `groups` are. Weeks begin on Monday. Default: `day`.',
  })
  by?: ReportGrouping;
}

true satisfies SameShape<ReportRequest, ReportQueryDto>;
