import { Injectable } from '@nestjs/common';
import { LIMITS } from '@groupless/shared-dto';
import { toPage, type PageInput } from '../../database/pages/read-page';
import { decodeCursor, listFingerprint } from '../../shared/http/cursor';
import type { JsonText } from '../../shared/http/json-text';
import { ChatsRepository } from './chats.repository';

@Injectable()
export class ChatsService {
  constructor(private readonly chats: ChatsRepository) {}

  /**
   * The chats by their ids, each with its newest message.
   * @param prefix how their ids begin
   * @returns a `PageDto<ChatDto>` as JSON
   */
  async list({ limit = LIMITS.page.default, cursor }: PageInput, prefix: string): Promise<JsonText> {
    const fingerprint = listFingerprint(['chats', prefix]);
    const [after = null] = cursor === undefined ? [] : decodeCursor(cursor, fingerprint, ['text']);
    const [found, counted] = await Promise.all([
      this.chats.listChats(prefix, after, limit),
      this.chats.countChats(prefix, LIMITS.page.counted),
    ]);
    return toPage({
      found: found.map(({ chat_id, row }) => ({ row, keys: [chat_id] })),
      counted,
      limit,
      fingerprint,
    });
  }
}
