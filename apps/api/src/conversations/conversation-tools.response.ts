import { ApiProperty, PartialType } from '@nestjs/swagger';
import {
  ConversationResponse,
  ConversationsPage,
  MessagesResponse,
  PingResponse,
} from './conversation.response';

/** The answer of `take_messages`, with the chat's handle if the platform names no chat. */
export class TakenMessagesResponse extends PingResponse {
  @ApiProperty({ type: String, required: false, description: 'Send it with each later call.' })
  chat?: string;
}

/** The answer of `read_conversation`: one conversation with its messages, or a page of conversations. */
export class ReadConversationResponse extends PartialType(ConversationsPage) {
  @ApiProperty({ type: ConversationResponse, required: false }) conversation?: ConversationResponse;
  @ApiProperty({ type: MessagesResponse, required: false }) messages?: MessagesResponse;
}
