import { ApiProperty } from '@nestjs/swagger';
import {
  LIMITS,
  type AgentPauseDto,
  type AgentPauseStateDto,
  type PauseAgentDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Text } from '../../platform/validation/fields';
import { Instant } from '../../platform/validation/times/time-fields';

export class PauseAgentRequest implements PauseAgentDto {
  @Instant({
    optional: true,
    description: 'When the agent goes on; without it, once somebody ends the pause.',
  })
  until?: string;

  @Text({ ...LIMITS.pause_reason, description: 'Shown to the team.', example: 'A colleague is ill.' })
  reason: string;
}

export class AgentPauseResponse implements AgentPauseDto {
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-20T17:00:00.000Z',
    description: 'When the agent goes on; null: once somebody ends the pause.',
  })
  until: string | null;

  @ApiProperty({ type: String, example: 'A colleague is ill.' }) reason: string;
  @ApiProperty({ type: String, description: 'Who paused it: a user, or the name of a key.', example: 'Rita' })
  by: string;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-20T12:00:00.000Z' }) since: string;
}

export class AgentPauseState implements AgentPauseStateDto {
  @ApiProperty({ type: AgentPauseResponse, nullable: true, description: 'Null: it is not paused.' })
  pause: AgentPauseResponse | null;
}

true satisfies SameShape<PauseAgentRequest, PauseAgentDto>;
true satisfies SameShape<AgentPauseResponse, AgentPauseDto>;
true satisfies SameShape<AgentPauseState, AgentPauseStateDto>;
