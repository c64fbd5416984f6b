import { ApiProperty } from '@nestjs/swagger';
import type { ChatHistoryDto } from '@groupless/shared-dto';
import { ChatMessageRow } from '../../memory/rows.response';
import type { SameShape } from '../../shared/docs/same-shape';

export class ChatHistoryResponse implements ChatHistoryDto {
  @ApiProperty({ type: String })
  chat_id: string;

  @ApiProperty({ type: [ChatMessageRow], description: 'Oldest first.' })
  messages: ChatMessageRow[];
}

true satisfies SameShape<ChatHistoryResponse, ChatHistoryDto>;
