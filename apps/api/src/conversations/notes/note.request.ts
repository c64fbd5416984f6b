import { LIMITS, type AddConversationNoteDto } from '@groupless/shared-dto';
import type { SameShape } from '../../shared/docs/same-shape';
import { FilledText } from '../../shared/validation/fields';

export class AddNoteRequest implements AddConversationNoteDto {
  @FilledText({ ...LIMITS.chat_text, description: 'Only the team reads it.', example: 'Prefers mornings.' })
  text: string;
}

true satisfies SameShape<AddNoteRequest, AddConversationNoteDto>;
