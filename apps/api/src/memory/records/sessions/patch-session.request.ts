import { LIMITS, type PatchSessionDto } from '@groupless/shared-dto';
import type { SameShape } from '../../../platform/docs/same-shape';
import { Text, Word } from '../../../platform/validation/fields';

const List = (example: string) => Text({ optional: true, ...LIMITS.session_list, example });

export class PatchSessionRequest implements PatchSessionDto {
  @Text({ optional: true, ...LIMITS.summary, example: 'Moved the booking page to the new server.' })
  summary?: string;

  @List('Booking page') projects_touched?: string;
  @List('The old server stays until Friday.') decisions_made?: string;
  @List('Move the booking page') tasks_completed?: string;
  @List('Switch off the old server') tasks_created?: string;

  @Word({ optional: true, nullable: true, ...LIMITS.mood, description: 'One word.', example: 'focused' })
  mood?: string | null;
}

true satisfies SameShape<PatchSessionRequest, PatchSessionDto>;
