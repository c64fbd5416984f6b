import { LIMITS, type AddConversationNoteDto, type ConversationNotesQueryDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { FilledText, QueryFlag } from '../../platform/validation/fields';
import { PageRequest } from '../../platform/validation/page.request';

export class AddNoteRequest implements AddConversationNoteDto {
  @FilledText({ ...LIMITS.chat_text, description: 'Only the team reads it.', example: 'Prefers mornings.' })
  text: string;
}

export class NotesRequest extends PageRequest implements ConversationNotesQueryDto {
  @QueryFlag({
    optional: true,
    description:
      'Those that were removed, instead of those that are there. They are kept as long as the audit.',
  })
  removed?: 'true' | 'false';
}

true satisfies SameShape<NotesRequest, ConversationNotesQueryDto>;
true satisfies SameShape<AddNoteRequest, AddConversationNoteDto>;
