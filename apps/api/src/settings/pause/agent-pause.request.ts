import { LIMITS, type PauseAgentDto } from '@groupless/shared-dto';
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

true satisfies SameShape<PauseAgentRequest, PauseAgentDto>;
