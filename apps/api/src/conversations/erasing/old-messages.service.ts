import { Injectable } from '@nestjs/common';
import { ChatErasingService } from '../../memory/chats/erasing/chat-erasing.service';
import { CountsRetained, Retention, type RetentionCount } from '../../shared/retention';
import { ConversationsRepository } from '../conversations.repository';

/** Messages that are too old, but for those of chats that wait for the team. */
@Injectable()
export class OldMessagesService {
  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly erasing: ChatErasingService,
  ) {}

  @Retention({ what: 'messages', days: ({ chat_retention_days: days }) => days })
  async removeBefore(before: Date): Promise<number> {
    return this.erasing.removeBefore(before, await this.conversations.listWaitingChats());
  }

  @CountsRetained('messages')
  async countBefore(before: Date, most: number): Promise<RetentionCount> {
    return this.erasing.countBefore(before, await this.conversations.listWaitingChats(), most);
  }
}
