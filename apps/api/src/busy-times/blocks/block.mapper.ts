import type { BlockDto } from '@groupless/shared-dto';
import type { Block } from './block.entity';

export function toBlockDto(block: Block): BlockDto {
  return {
    id: block.id,
    resource: block.resource,
    resource_id: block.resource_id,
    starts_at: block.starts_at.toISOString(),
    ends_at: block.ends_at.toISOString(),
    reason: block.reason,
    series_id: block.series_id,
    created_at: block.created_at.toISOString(),
    updated_at: block.updated_at.toISOString(),
  };
}
