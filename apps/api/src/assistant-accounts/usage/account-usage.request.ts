import { ACCOUNT_TOOLS, LIMITS, type AccountTool, type ReportUsageDto } from '@groupless/shared-dto';
import { IsNumber, Max, Min } from 'class-validator';
import type { SameShape } from '../../platform/docs/same-shape';
import { fault, field } from '../../platform/validation/field';
import { NameText, OneOf, QueryInteger, Text } from '../../platform/validation/fields';
import { ListOf } from '../../platform/validation/object-fields';
import { Instant } from '../../platform/validation/times/time-fields';

const outOfRange = fault('out_of_range', 'must be from 0 to 100');

class ReportedWindow {
  @NameText({
    min: 1,
    max: 100,
    description: '`five_hour`, `seven_day`, or as the tool calls it.',
    example: 'five_hour',
  })
  name: string;

  @Percent() used_percent: number;

  @Instant({ example: '2026-11-20T14:00:00Z' })
  resets_at: string;
}

export class ReportUsageRequest implements ReportUsageDto {
  @OneOf({ values: ACCOUNT_TOOLS, example: 'claude_code' })
  tool: AccountTool;

  @Text({
    ...LIMITS.outside_id,
    description: 'The `identity` of the account whose session the machine had when it read.',
    example: 'qz8m3f0T5aA',
  })
  identity: string;

  @NameText({ ...LIMITS.machine_name, example: 'ada-laptop' })
  machine: string;

  @Instant({ description: 'When it was read.', example: '2026-11-20T09:30:00Z' })
  at: string;

  @ListOf(() => ReportedWindow, {
    max: LIMITS.usage_windows,
    example: [{ name: 'five_hour', used_percent: 42.5, resets_at: '2026-11-20T14:00:00Z' }],
  })
  windows: ReportedWindow[];
}

export class UsageQuery {
  @QueryInteger({ optional: true, ...LIMITS.usage_days, description: 'How many days back. Default: 30.' })
  days?: number;
}

function Percent(): PropertyDecorator {
  return field({ example: 42.5 }, { type: 'number', minimum: 0, maximum: 100 }, [
    IsNumber({}, fault('wrong_type', 'must be a number')),
    Min(0, outOfRange),
    Max(100, outOfRange),
  ]);
}

true satisfies SameShape<ReportUsageRequest, ReportUsageDto>;
