import { Injectable } from '@nestjs/common';
import type { MessageHitDto, MessageSearchQueryDto, PageDto } from '@groupless/shared-dto';
import { ChatMessagesService } from '../../memory/chats/chat-messages.service';
import { SearchService } from '../../memory/search/search.service';
import { found } from '../../platform/errors/found';
import { ConversationsRepository } from '../conversations.repository';

/** Finds messages of all conversations through the memory's search. */
@Injectable()
export class MessageSearchService {
  constructor(
    private readonly search: SearchService,
    private readonly messages: ChatMessagesService,
    private readonly conversations: ConversationsRepository,
  ) {}

  /**
   * One page, best first. Messages of chats that are no conversations are left out, so a page may be shorter than its
   * limit.
   * @throws AppError `invalid_cursor`; `not_found` for a conversation that there is not
   */
  async find({ conversation_id, ...query }: MessageSearchQueryDto): Promise<PageDto<MessageHitDto>> {
    const chat = conversation_id === undefined ? null : await this.chatOf(conversation_id);
    const page = await this.search.findSaid(query, chat ?? '');
    const sources = await this.messages.listSources(page.items.map(({ id }) => id));
    const sourceOf = new Map(sources.map((source) => [source.id, source]));
    const chats = [...new Set(sources.map(({ chat_id }) => chat_id))];
    const known = await this.conversations.listByChats(chats);
    const conversationOf = new Map(known.map((one) => [one.chat_id, one]));
    const items = page.items.flatMap(({ id, excerpt, at }) => {
      const source = sourceOf.get(id);
      const conversation = source && conversationOf.get(source.chat_id);
      if (source === undefined || conversation === undefined) return [];
      // The ids of other chats may begin like this one's.
      if (chat !== null && source.chat_id !== chat) return [];
      const { name, contact_name, contact_phone, chat_id } = conversation;
      const of = { conversation_id: conversation.id, chat_id, name, contact_name, contact_phone };
      const { role, is_corrected } = source;
      return [{ ...of, message_id: id, role, excerpt, timestamp: at, is_corrected }];
    });
    return { ...page, items };
  }

  private async chatOf(conversation_id: string): Promise<string> {
    return found(await this.conversations.findChatId(conversation_id), 'conversation');
  }
}
