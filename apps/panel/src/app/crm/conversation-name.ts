import type { ChatDto } from '@groupless/shared-dto';

/** What to call somebody who writes: the name, else the number, else the chat as its platform names it. */
export function nameOf({
  contact_name,
  contact_phone,
  chat_id,
}: Pick<ChatDto, 'contact_name' | 'contact_phone' | 'chat_id'>): string {
  return contact_name ?? contact_phone ?? chat_id;
}
