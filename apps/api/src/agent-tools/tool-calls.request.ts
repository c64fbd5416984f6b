import {
  AGENT_PLATFORMS,
  LIMITS,
  type AgentPlatform,
  type ToolCallsQueryDto,
  type ToolDefinitionsQueryDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../platform/docs/same-shape';
import { OneOf, Text } from '../platform/validation/fields';

export class ToolDefinitionsRequest implements ToolDefinitionsQueryDto {
  @OneOf({ optional: true, values: AGENT_PLATFORMS, description: 'For which platform. Default: openai.' })
  format?: AgentPlatform;
}

export class ToolCallsRequest implements ToolCallsQueryDto {
  @Text({
    optional: true,
    ...LIMITS.outside_id,
    description: 'The name of the tool, for bodies that hold its arguments alone.',
  })
  tool?: string;
}

true satisfies SameShape<ToolDefinitionsRequest, ToolDefinitionsQueryDto>;
true satisfies SameShape<ToolCallsRequest, ToolCallsQueryDto>;
