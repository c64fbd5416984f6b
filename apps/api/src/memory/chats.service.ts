import { Injectable } from '@nestjs/common';
import { LIMITS, type ChatHistoryQueryDto } from '@groupless/shared-dto';
import { jsonObject, toJsonText, type JsonText } from '../shared/http/json-text';
import { ChatsRepository } from './chats.repository';

@Injectable()
export class ChatsService {
  constructor(private readonly chats: ChatsRepository) {}

  /**
   * The newest messages of a chat, or those before one of them, oldest first. An unknown chat has none.
   * @returns a `ChatHistoryDto` as JSON
   */
  async history({
    chat_id,
    limit = LIMITS.chat_history.default,
    before,
  }: ChatHistoryQueryDto): Promise<JsonText> {
    const messages = await this.chats.listMessages(chat_id, limit, before ?? null);
    return jsonObject({ chat_id: toJsonText(chat_id), messages });
  }
}
