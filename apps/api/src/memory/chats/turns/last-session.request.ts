import { LIMITS, type LastSessionQueryDto } from '@groupless/shared-dto';
import type { SameShape } from '../../../platform/docs/same-shape';
import { QueryInteger, Text } from '../../../platform/validation/fields';

export class LastSessionRequest implements LastSessionQueryDto {
  @Text({
    optional: true,
    ...LIMITS.outside_id,
    description: 'The assistant’s own id of the session that is resumed.',
    example: 'b2f1c7e0',
  })
  session_id?: string;

  @QueryInteger({
    optional: true,
    ...LIMITS.chat_history,
    description: 'How many turns at most.',
    example: 6,
  })
  limit?: number;
}

true satisfies SameShape<LastSessionRequest, LastSessionQueryDto>;
