import { randomUUID } from 'node:crypto';
import type {
  ChatAgentSettingsDto,
  ConversationDto,
  MessagesDto,
  PingDto,
  PingMessageDto,
  PingResultDto,
} from '@groupless/shared-dto';
import type { SignedInUser } from './panel-users';
import { SECRETS, type TestApp } from '../apps/test-app';

export const AS_AGENT = { 'x-api-key': SECRETS.AGENT_API_KEY };

/** Without an erasing before it, there is a conversation. */
export type Pinged = PingResultDto & { conversation_id: string };

/** A chat that nobody has written in. */
export const newChat = () => `chat-${randomUUID()}`;

export const says = (role: PingMessageDto['role'], text: string, external_id?: string): PingMessageDto => ({
  role,
  text,
  ...(external_id !== undefined && { external_id }),
});

/** The chat agent and a person of the team, at work on the conversations of an app. */
export class Conversations {
  constructor(
    private readonly t: TestApp,
    private readonly user: Pick<SignedInUser, 'bearer'>,
  ) {}

  /** For answers of any kind. */
  send(ping: object) {
    return this.t.http.post('/api/conversations/ping').set(AS_AGENT).send(ping);
  }

  async ping(ping: PingDto): Promise<Pinged> {
    return (await this.send(ping).expect(200)).body as Pinged;
  }

  /** A conversation in which the customer has written once. */
  async begin(chat_id = newChat(), more: Partial<PingDto> = {}): Promise<Pinged & { chat_id: string }> {
    return { chat_id, ...(await this.ping({ chat_id, message: says('user', 'Hello'), ...more })) };
  }

  async get(id: string): Promise<ConversationDto> {
    return (await this.t.http.get(`/api/conversations/${id}`).set(this.user.bearer).expect(200))
      .body as ConversationDto;
  }

  post(id: string, verb: 'read' | 'takeover' | 'handback') {
    return this.t.http.post(`/api/conversations/${id}/${verb}`).set(this.user.bearer);
  }

  /** To a user, or to nobody: then each user may answer. */
  /** Also one with a reply that the customer has not got. */
  assign(id: string, user_id: string | null) {
    const body = { user_id, leave_undelivered: true };
    return this.t.http.post(`/api/conversations/${id}/assign`).set(this.user.bearer).send(body);
  }

  patch(id: string, patch: object) {
    return this.t.http.patch(`/api/conversations/${id}`).set(this.user.bearer).send(patch);
  }

  reply(id: string, text: string) {
    return this.t.http.post(`/api/conversations/${id}/messages`).set(this.user.bearer).send({ text });
  }

  async messages(id: string, query: Record<string, string | number> = {}): Promise<MessagesDto> {
    const request = this.t.http.get(`/api/conversations/${id}/messages`).query(query).set(this.user.bearer);
    return (await request.expect(200)).body as MessagesDto;
  }

  /** The texts of the thread, oldest first. */
  async texts(id: string): Promise<string[]> {
    return (await this.messages(id)).items.map(({ message }) => message);
  }

  /** Changes the settings of the chat agent; the user has to be an admin. */
  async configure(change: Partial<ChatAgentSettingsDto>): Promise<void> {
    const address = '/api/settings/chat-agent';
    const { body } = await this.t.http.get(address).set(this.user.bearer).expect(200);
    await this.t.http
      .put(address)
      .set(this.user.bearer)
      .send({ ...body, ...change })
      .expect(200);
  }
}
