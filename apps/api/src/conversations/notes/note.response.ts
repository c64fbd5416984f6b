import { ApiProperty } from '@nestjs/swagger';
import type { ConversationNoteDto } from '@groupless/shared-dto';
import { pageOf } from '../../platform/docs/page-of';
import type { SameShape } from '../../platform/docs/same-shape';
import { Time } from '../../platform/docs/time-properties';
import { MessageAuthorResponse } from '../conversation.response';

export class ConversationNoteResponse implements ConversationNoteDto {
  @ApiProperty({ type: String, format: 'uuid' }) id: string;
  @ApiProperty({ type: String, example: 'Prefers mornings.' }) text: string;
  @ApiProperty({ type: MessageAuthorResponse, description: 'As the name was then.' })
  author: MessageAuthorResponse;
  @Time() created_at: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null }) removed_at:
    string | null;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'As the name was then.' })
  removed_by: string | null;
}

export class ConversationNotesPage extends pageOf(ConversationNoteResponse) {}

true satisfies SameShape<ConversationNoteResponse, ConversationNoteDto>;
