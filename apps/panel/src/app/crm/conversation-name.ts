import type { ChatDto } from '@groupless/shared-dto';

/** What to call somebody who writes: the client's name, else the contact's, else the number, else the chat as its platform names it. */
export function nameOf({
  name = null,
  contact_name,
  contact_phone,
  chat_id,
}: Pick<ChatDto, 'contact_name' | 'contact_phone' | 'chat_id'> & { name?: string | null }): string {
  return name ?? contact_name ?? contact_phone ?? chat_id;
}
