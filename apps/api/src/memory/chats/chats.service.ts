import { Injectable } from '@nestjs/common';
import { LIMITS, type ChatContactDto, type ChatDto, type PageDto } from '@groupless/shared-dto';
import { asInvalidCursor, toPage, type PageInput } from '../../database/pages/read-page';
import { decodeCursor, listFingerprint } from '../../platform/http/cursor';
import { ChatsRepository } from './chats.repository';
import { PROJECT_CHATS, type Reader } from '../readers/reader';

/** Finds the contacts of chats. Unknown chats are left out. */
type FindContacts = (chatIds: string[]) => Promise<ReadonlyMap<string, ChatContactDto>>;

interface ChatsQuery extends PageInput {
  without_customers?: 'true' | 'false';
}

const UNKNOWN: ChatContactDto = { contact_name: null, contact_phone: null };

@Injectable()
export class ChatsService {
  constructor(private readonly chats: ChatsRepository) {}

  /**
   * The chats of which something is for the reader, the one with the newest message first.
   * @throws AppError `invalid_cursor`
   */
  async list(
    { limit = LIMITS.page.default, cursor, without_customers }: ChatsQuery,
    asking: Reader,
    findContacts: FindContacts,
  ): Promise<PageDto<ChatDto>> {
    const reader = without_customers === 'true' ? { ...asking, chats: PROJECT_CHATS } : asking;
    const fingerprint = listFingerprint(['chats by their newest message', reader.chats]);
    const after = cursor === undefined ? null : decodeCursor(cursor, fingerprint, ['time', 'integer']);
    const counted = await this.chats.countChats(reader, LIMITS.page.counted);
    const question = { reader, after, limit };
    const found = await (
      counted > LIMITS.page.counted ? this.chats.listOfManyChats(question) : this.chats.listChats(question)
    ).catch(asInvalidCursor(after));
    // A key that may read only project chats learns nothing about customers, whatever a chat's id is.
    const customers = reader.chats === '' ? found.map(({ chat }) => chat.chat_id) : [];
    const contacts = await findContacts(customers);
    return toPage({
      found: found.map(({ chat, keys }) => ({
        row: { ...chat, ...(contacts.get(chat.chat_id) ?? UNKNOWN) },
        keys,
      })),
      counted,
      limit,
      fingerprint,
    });
  }
}
