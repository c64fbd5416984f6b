import { inject } from '@angular/core';
import { Router } from '@angular/router';
import type { ConversationDto } from '@groupless/shared-dto';
import type { CommandSource } from '../layout/commands/commands';
import { ConversationsApi } from './conversations-api';
import { nameOf } from '../crm/conversation-name';

const MOST = 5;

/** Conversations by what is written in them last and by whom; without a query those that wait for a person. */
export function conversationCommands(): CommandSource {
  const api = inject(ConversationsApi);
  const router = inject(Router);
  const command = (conversation: ConversationDto) => ({
    id: `conversation:${conversation.id}`,
    label: nameOf(conversation),
    hint: conversation.last_message_preview ?? conversation.channel,
    run: () => void router.navigate(['/conversations', conversation.id]),
  });
  return {
    heading: 'nav.conversations',
    find: async (query) =>
      (query === '' ? await api.listInNeed(MOST) : await api.search(query, MOST)).map(command),
  };
}
