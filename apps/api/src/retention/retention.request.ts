import {
  LIMITS,
  type PreviewRetentionDto,
  type ReplaceRetentionDto,
  type RetentionDaysDto,
  type RetentionMonthsDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../platform/docs/same-shape';
import { Integer } from '../platform/validation/fields';
import { ObjectOf } from '../platform/validation/object-fields';

/** Whatever the environment says. */
const MOST_DAYS = 1_000_000;

const Months = (example: number | null = null) =>
  Integer({
    ...LIMITS.retention_months,
    nullable: true,
    description: 'Null: kept.',
    ...(example === null ? {} : { example }),
  });

class RetentionMonths implements RetentionMonthsDto {
  @Months(12) conversations: number | null;
  @Months(36) clients: number | null;
  @Months(6) cancelled_appointments: number | null;
  @Months(12) mails: number | null;
  @Months(24) logs: number | null;
}

const Days = () =>
  Integer({ min: 0, max: MOST_DAYS, nullable: true, description: 'Null: not removed.', example: 365 });

class RetentionDaysOfAnswer implements RetentionDaysDto {
  @Days() conversations: number | null;
  @Days() mails: number | null;
  @Days() logs: number | null;
}

export class PreviewRetentionRequest implements PreviewRetentionDto {
  @ObjectOf(() => RetentionMonths, { description: 'After how many months each kind is removed.' })
  months: RetentionMonths;
}

export class ReplaceRetentionRequest extends PreviewRetentionRequest implements ReplaceRetentionDto {
  @ObjectOf(() => RetentionDaysOfAnswer, { optional: true, description: 'Of the answer; without effect.' })
  environment_days?: RetentionDaysDto;
}

true satisfies SameShape<PreviewRetentionRequest, PreviewRetentionDto>;
true satisfies SameShape<ReplaceRetentionRequest, ReplaceRetentionDto>;
