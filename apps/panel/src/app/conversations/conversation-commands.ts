import { inject } from '@angular/core';
import { Router } from '@angular/router';
import type { ConversationDto, MessageHitDto } from '@groupless/shared-dto';
import type { CommandSource } from '../layout/commands/commands';
import { markedParts } from '../ui/formats/highlighted';
import { ConversationsApi } from './conversations-api';
import { nameOf } from '../crm/conversation-name';
import { placeOf } from './hit-place';

const MOST = 5;

/** Conversations by whom they are with and what is written in them; without a query those that wait for a person. */
export function conversationCommands(): CommandSource {
  const api = inject(ConversationsApi);
  const router = inject(Router);
  const command = (conversation: ConversationDto) => ({
    id: `conversation:${conversation.id}`,
    label: nameOf(conversation),
    hint: conversation.last_message_preview ?? conversation.channel,
    run: () => void router.navigate(['/conversations', conversation.id]),
  });
  const said = (hit: MessageHitDto) => ({
    id: `message:${hit.message_id}`,
    label: nameOf(hit),
    hint: markedParts(hit.excerpt)
      .map(({ text }) => text)
      .join(''),
    run: () => void router.navigate(['/conversations', hit.conversation_id], { queryParams: placeOf(hit) }),
  });
  return {
    heading: 'nav.conversations',
    find: async (query) => {
      if (query === '') return (await api.listInNeed(MOST)).map(command);
      const [rows, hits] = await Promise.all([
        api.search(query, MOST),
        query.length < 2 ? [] : api.searchMessages(query, MOST),
      ]);
      return [...rows.map(command), ...hits.map(said)];
    },
  };
}
