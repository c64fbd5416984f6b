import { inject, Injectable } from '@angular/core';
import type {
  ClientDto,
  ConversationDto,
  ConversationNoteDto,
  CreateClientDto,
  LeaveDto,
  MessageHitDto,
  MessagesDto,
  MessagesQueryDto,
  PageDto,
  PatchConversationDto,
  TakenBackReplyDto,
} from '@groupless/shared-dto';
import { apiPath } from '../http/api-path';
import { Api } from '../http/api';

/** One of these at most. */
export type Place = Pick<MessagesQueryDto, 'before' | 'around' | 'after'>;

export type MessageDto = MessagesDto['items'][number];

const CONVERSATIONS = '/api/conversations';

/** `/api/conversations`, and what a conversation needs of clients and appointments. */
@Injectable({ providedIn: 'root' })
export class ConversationsApi {
  private readonly api = inject(Api);

  get(id: string): Promise<ConversationDto> {
    return this.api.get(apiPath`/api/conversations/${id}`);
  }

  /** @throws Problem `taken_by` for a status, unless it is forced */
  patch(id: string, patch: PatchConversationDto): Promise<ConversationDto> {
    return this.api.patch(apiPath`/api/conversations/${id}`, patch);
  }

  /** @param up_to the id of the last message that was seen */
  markRead(id: string, up_to: number): Promise<ConversationDto> {
    return this.api.post(apiPath`/api/conversations/${id}/read`, { up_to });
  }

  markUnread(id: string): Promise<ConversationDto> {
    return this.api.post(apiPath`/api/conversations/${id}/unread`);
  }

  /** @throws Problem `taken_by`, unless it is forced */
  takeOver(id: string, force: boolean): Promise<ConversationDto> {
    return this.api.post(apiPath`/api/conversations/${id}/takeover`, { force });
  }

  /** @throws Problem `taken_by`, `reply_undelivered`, unless that is meant */
  handBack(id: string, meant: LeaveDto): Promise<ConversationDto> {
    return this.api.post(apiPath`/api/conversations/${id}/handback`, { ...meant });
  }

  /** @throws Problem `taken_by`, `reply_undelivered`, unless that is meant */
  assign(id: string, user_id: string | null, meant: LeaveDto): Promise<ConversationDto> {
    return this.api.post(apiPath`/api/conversations/${id}/assign`, { user_id, ...meant });
  }

  /**
   * The newest messages, or those at one of them.
   * @throws Problem `not_found` where that one is not there to be read around
   */
  listMessages(id: string, limit: number, place: Place = {}): Promise<MessagesDto> {
    return this.api.get(apiPath`/api/conversations/${id}/messages`, { limit, ...place });
  }

  /**
   * Takes back a reply, or erases what was not written in the panel.
   * @returns what is not sure about a reply that the agent was sending
   * @throws Problem `already_delivered`; `taken_by`, unless it is forced
   */
  removeMessage(id: string, message_id: number, force: boolean): Promise<TakenBackReplyDto | null> {
    return this.api.delete(apiPath`/api/conversations/${id}/messages/${message_id}`, { force });
  }

  /** @throws Problem `not_taken_over`, `taken_by` */
  reply(id: string, text: string, idempotencyKey: string): Promise<MessageDto> {
    return this.api.post(apiPath`/api/conversations/${id}/messages`, { text }, { idempotencyKey });
  }

  noteTyping(id: string): Promise<void> {
    return this.api.post(apiPath`/api/conversations/${id}/typing`);
  }

  addNote(id: string, text: string): Promise<ConversationNoteDto> {
    return this.api.post(notesOf(id), { text });
  }

  removeNote(id: string, noteId: string): Promise<void> {
    return this.api.delete(apiPath`/api/conversations/${id}/notes/${noteId}`);
  }

  putNoteBack(id: string, noteId: string): Promise<ConversationNoteDto> {
    return this.api.post(apiPath`/api/conversations/${id}/notes/${noteId}/put-back`);
  }

  async search(search: string, limit: number): Promise<ConversationDto[]> {
    return (await this.page({ search, limit })).items;
  }

  async searchMessages(q: string, limit: number): Promise<MessageHitDto[]> {
    const page = await this.api.get<PageDto<MessageHitDto>>('/api/conversations/messages', { q, limit });
    return page.items;
  }

  async listInNeed(limit: number): Promise<ConversationDto[]> {
    return (await this.page({ status: 'needs_human', limit })).items;
  }

  getClient(id: string): Promise<ClientDto> {
    return this.api.get(apiPath`/api/clients/${id}`);
  }

  /** @throws Problem `duplicate_client` with `client_ids`, `invalid_phone` */
  createClient(client: CreateClientDto): Promise<ClientDto> {
    return this.api.post('/api/clients', client);
  }

  private page(query: Record<string, string | number | boolean>): Promise<PageDto<ConversationDto>> {
    return this.api.get(CONVERSATIONS, query);
  }
}

/** Where the notes of a conversation lie. */
export function notesOf(id: string): string {
  return apiPath`/api/conversations/${id}/notes`;
}
