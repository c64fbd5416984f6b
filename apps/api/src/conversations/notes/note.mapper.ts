import type { ConversationNoteDto } from '@groupless/shared-dto';
import type { ConversationNote } from './conversation-note.entity';

export function toNoteDto({
  id,
  text,
  author_id,
  author_name,
  created_at,
  removed_at,
  removed_by_name,
}: ConversationNote): ConversationNoteDto {
  return {
    id,
    text,
    author: { id: author_id, name: author_name },
    created_at: created_at.toISOString(),
    removed_at: removed_at?.toISOString() ?? null,
    removed_by: removed_by_name,
  };
}
