import { LIMITS, type RecallInputDto } from '@groupless/shared-dto';
import type { SameShape } from '../../../platform/docs/same-shape';
import { Text } from '../../../platform/validation/fields';
import { TextList } from '../../../platform/validation/list-fields';

export class RecallRequest implements RecallInputDto {
  @Text({
    ...LIMITS.recall_prompt,
    description:
      'What a person asks the assistant, without what is not meant for the memory. It is neither stored nor logged.',
    example: 'Why did we move the booking page to web-2?',
  })
  prompt: string;

  @Text({
    optional: true,
    ...LIMITS.outside_id,
    description: 'The assistant’s own id of its session: what was said in it is not told.',
    example: 'session-1',
  })
  session_id?: string;

  @Text({
    optional: true,
    ...LIMITS.project_name,
    description:
      'Name of a project, or an identity of its folder. Of one that is not known nothing is told but people, who belong to all.',
    example: 'website',
  })
  project?: string;

  @TextList({
    optional: true,
    ...LIMITS.recall_told,
    description: 'What the answer before gave as `told`, or `x-context-told` of a brief.',
    example: ['se12.mhx3k2ab'],
  })
  told?: string[];
}

true satisfies SameShape<RecallRequest, RecallInputDto>;
