import { Injectable } from '@nestjs/common';
import type { PingDto, PingMessageDto } from '@groupless/shared-dto';
import { ClientContactsService } from '../../clients/contacts/client-contacts.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { Clock } from '../../shared/clock';
import { readTime } from '../../shared/validation/local-time';

export interface ReadMessage {
  chat_id: string;
  role: PingMessageDto['role'];
  text: string;
  timestamp: Date;
  external_id: string | null;
}

/** A ping, understood by the settings. What it does not say is null. */
export interface ReadPing {
  chat_id: string;
  channel: string | null;
  message: ReadMessage | null;
  contact_name: string | null;
  /** E.164 if it can be read as a number. */
  contact_phone: string | null;
  needs_human: boolean;
  delivered: readonly number[];
  /** Whether the chat agent is switched on. */
  is_agent_enabled: boolean;
  now: Date;
}

@Injectable()
export class PingReaderService {
  constructor(
    private readonly settings: ChatAgentSettingsService,
    private readonly clients: ClientContactsService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `invalid_request`, for a local time that the clocks skip */
  async read({ chat_id, channel, message, contact, needs_human, delivered }: PingDto): Promise<ReadPing> {
    const { time_zone, phone_region, enabled } = await this.settings.current();
    const now = this.clock.now();
    const { name, phone } = contact ?? {};
    return {
      chat_id,
      channel: channel ?? null,
      message: message === undefined ? null : { chat_id, ...readMessage(message, time_zone, now) },
      contact_name: name ?? null,
      contact_phone:
        phone === undefined
          ? null
          : (this.clients.readAgentPhone(phone, { phone_region, channel, chat_id }) ?? phone),
      needs_human: needs_human ?? false,
      delivered: delivered ?? [],
      is_agent_enabled: enabled,
      now,
    };
  }
}

/** A time in the future is taken as now: the message would stay the newest of its chat until then. */
function readMessage({ external_id, role, text, timestamp }: PingMessageDto, time_zone: string, now: Date) {
  const writtenAt =
    timestamp === undefined ? now : new Date(readTime('message.timestamp', timestamp, time_zone));
  return { role, text, timestamp: writtenAt > now ? now : writtenAt, external_id: external_id ?? null };
}
