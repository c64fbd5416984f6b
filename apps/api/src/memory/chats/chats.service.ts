import { Injectable } from '@nestjs/common';
import { LIMITS } from '@groupless/shared-dto';
import { toPage, type PageInput } from '../../database/read-page';
import { decodeCursor, listFingerprint } from '../../shared/http/cursor';
import type { JsonText } from '../../shared/http/json-text';
import { ChatsRepository } from './chats.repository';

const LIST = listFingerprint(['chats']);

@Injectable()
export class ChatsService {
  constructor(private readonly chats: ChatsRepository) {}

  /**
   * The chats by their ids, each with its newest message.
   * @returns a `PageDto<ChatDto>` as JSON
   */
  async list({ limit = LIMITS.page.default, cursor }: PageInput): Promise<JsonText> {
    const [after = null] = cursor === undefined ? [] : decodeCursor(cursor, LIST, ['text']);
    const [found, counted] = await Promise.all([
      this.chats.listChats(after, limit),
      this.chats.countChats(LIMITS.page.counted),
    ]);
    return toPage({
      found: found.map(({ chat_id, row }) => ({ row, keys: [chat_id] })),
      counted,
      limit,
      fingerprint: LIST,
    });
  }
}
