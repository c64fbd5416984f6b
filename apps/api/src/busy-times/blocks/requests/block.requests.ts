import {
  LIMITS,
  SERIES_SCOPES,
  type BlockListQueryDto,
  type CreateBlockDto,
  type PatchBlockDto,
  type SeriesScope,
} from '@groupless/shared-dto';
import type { SameShape } from '../../../platform/docs/same-shape';
import { OneOf, QueryFlag, Text } from '../../../platform/validation/fields';
import { DayOrInstant } from '../../../platform/validation/times/day-or-time';
import { PageRequest } from '../../../platform/validation/page.request';
import { Instant } from '../../../platform/validation/times/time-fields';
import { RuleField } from '../../../shared/recurrence/rule-field';
import { ResourceId, ResourceIds } from '../../../shared/resource-fields';

const RESOURCE = {
  optional: true,
  nullable: true,
  ...LIMITS.resource,
  example: 'main',
  description: 'Who or what is blocked; null or left out: all resources.',
};
const REASON = { optional: true, ...LIMITS.block_reason, example: 'Delivery' };
const DRY_RUN = {
  optional: true,
  description: 'Whether only to answer what would happen; ids in that answer do not exist.',
};

export class CreateBlockRequest implements CreateBlockDto {
  @Text(RESOURCE) resource?: string | null;
  @ResourceId() resource_id?: string | null;
  @Instant({ example: '2026-11-20T12:00:00Z' }) starts_at: string;
  @Instant({ description: 'At most 370 days later.', example: '2026-11-20T13:00:00Z' }) ends_at: string;
  @Text({ ...REASON, description: 'Seen by the team alone.' }) reason?: string;

  @RuleField({ optional: true }) rrule?: string;
}

export class PatchBlockRequest implements PatchBlockDto {
  @Text({ ...RESOURCE, description: 'Null: all resources.' }) resource?: string | null;
  @ResourceId() resource_id?: string | null;
  @Instant({ optional: true, description: 'Alone, it moves the block, which keeps its length.' })
  starts_at?: string;
  @Instant({ optional: true, description: 'At most 370 days after the start.' }) ends_at?: string;
  @Text(REASON) reason?: string;
}

export class BlockQuery {
  @QueryFlag(DRY_RUN) dry_run?: 'true' | 'false';
}

export class ScopeQuery {
  @OneOf({
    optional: true,
    values: SERIES_SCOPES,
    description: 'Of a series: the block alone (by default), it and those after it, or all.',
  })
  scope?: SeriesScope;
}

export class ScopedBlockQuery extends ScopeQuery {
  @QueryFlag(DRY_RUN) dry_run?: 'true' | 'false';
}

export class BlockListRequest extends PageRequest implements BlockListQueryDto {
  @DayOrInstant({ optional: true, description: 'Those that end after it.', example: '2027-03-01' })
  from?: string;

  @DayOrInstant({ optional: true, description: 'Those that start before it.', example: '2027-03-08' })
  to?: string;

  @Text({ optional: true, ...LIMITS.resource, description: 'Those of this resource and those of all.' })
  resource?: string;

  @ResourceIds()
  resource_id?: string;
}

true satisfies SameShape<CreateBlockRequest, CreateBlockDto>;
true satisfies SameShape<PatchBlockRequest, PatchBlockDto>;
true satisfies SameShape<BlockListRequest, BlockListQueryDto>;
