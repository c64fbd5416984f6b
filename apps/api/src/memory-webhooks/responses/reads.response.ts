import { ApiProperty } from '@nestjs/swagger';
import type { ChatHistoryDto, WebhookAddressDto } from '@groupless/shared-dto';
import { ChatMessageRow } from '../../memory/rows.response';
import type { SameShape } from '../../platform/docs/same-shape';

export class ChatHistoryResponse implements ChatHistoryDto {
  @ApiProperty({ type: String })
  chat_id: string;

  @ApiProperty({ type: [ChatMessageRow], description: 'Oldest first.' })
  messages: ChatMessageRow[];
}

true satisfies SameShape<ChatHistoryResponse, ChatHistoryDto>;

export class WebhookAddressResponse implements WebhookAddressDto {
  @ApiProperty({ type: String, example: 'assistant-context' })
  path: string;

  @ApiProperty({ type: String, enum: ['GET', 'POST'] })
  method: 'GET' | 'POST';

  @ApiProperty({ type: String, format: 'uri' })
  url: string;
}

true satisfies SameShape<WebhookAddressResponse, WebhookAddressDto>;
