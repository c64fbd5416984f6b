import { ApiProperty } from '@nestjs/swagger';
import type { ChatDto } from '@groupless/shared-dto';
import { pageOf } from '../../platform/docs/page-of';
import type { SameShape } from '../../platform/docs/same-shape';
import { Time } from '../../platform/docs/time-properties';

const MaybeText = (example: string) => ApiProperty({ type: String, nullable: true, example });

class ChatRow implements ChatDto {
  @ApiProperty({ type: String, example: '4915112345678' }) chat_id: string;
  @Time() last_message_at: string;
  @ApiProperty({ type: String, example: 'user' }) last_message_role: string;
  @ApiProperty({ type: String }) last_message_preview: string;
  @MaybeText('Jana Nováková') contact_name: string | null;
  @MaybeText('+4915112345678') contact_phone: string | null;
}

true satisfies SameShape<ChatRow, ChatDto>;

export class ChatsPage extends pageOf(ChatRow) {}
