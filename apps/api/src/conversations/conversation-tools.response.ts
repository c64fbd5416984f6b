import { ApiProperty, PartialType } from '@nestjs/swagger';
import {
  ConversationResponse,
  ConversationsPage,
  MessagesResponse,
  PingResponse,
} from './conversation.response';

/** What `take_messages` answers: the handle of the chat too where no platform names it. */
export class TakenMessagesResponse extends PingResponse {
  @ApiProperty({ type: String, required: false, description: 'Send it with each later call.' })
  chat?: string;
}

/** What `read_conversation` answers: one conversation with its messages, or a page of conversations. */
export class ReadConversationResponse extends PartialType(ConversationsPage) {
  @ApiProperty({ type: ConversationResponse, required: false }) conversation?: ConversationResponse;
  @ApiProperty({ type: MessagesResponse, required: false }) messages?: MessagesResponse;
}
