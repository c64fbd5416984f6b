import { Injectable } from '@nestjs/common';
import { LIMITS, type PingDto, type PingMessageDto, type TeamDto } from '@groupless/shared-dto';
import { ClientContactsService, type PhoneContext } from '../../clients/contacts/client-contacts.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import type { NewMessage } from '../../memory/chats/chat-messages.service';
import type { ReportedMessage } from '../../memory/chats/erasing/chat-erasing.service';
import type { KeyCaller } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { invalidRequest } from '../../platform/errors/app-error';
import { oneLine } from '../../shared/one-line';
import { withoutPlaceholders } from '../../platform/validation/outside-id';
import { readTime } from '../../platform/validation/times/local-time';
import { TeamHoursService } from './team-hours.service';

/** A message; a long one has several parts. */
export interface ReadMessage {
  parts: NewMessage[];
  /** Whether the ping has the time of writing. */
  is_dated: boolean;
}

/** A parsed ping. Missing values are null. */
export interface ReadPing {
  chat_id: string;
  channel: string | null;
  message: ReadMessage | null;
  /** What its author takes back. */
  deleted: ReportedMessage | null;
  contact_name: string | null;
  /** E.164 if it can be read as a number. */
  contact_phone: string | null;
  /** The number in the chat's id, on platforms that use numbers as ids; used if the chat has no other number. */
  chat_phone: string | null;
  needs_human: boolean;
  delivered: readonly number[];
  /** Whether the chat agent is switched on. */
  is_agent_enabled: boolean;
  team: TeamDto;
  now: Date;
  /** What counts as missing, and why. */
  warnings: string[];
}

interface Heard {
  phone: string | null;
  warnings: string[];
}

const NOTHING_HEARD: Heard = { phone: null, warnings: [] };

/** Channels whose chat ids are phone numbers. */
const CHANNELS_OF_NUMBERS = ['whatsapp', 'sms', 'phone'];
const NUMBER_AS_ID = /^(?:whatsapp:)?\+?\d{8,15}(?:@(?:s\.whatsapp\.net|c\.us))?$/i;

@Injectable()
export class PingReaderService {
  constructor(
    private readonly settings: ChatAgentSettingsService,
    private readonly clients: ClientContactsService,
    private readonly team: TeamHoursService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `invalid_request`, for the chat of a project, and for a local time that the clocks skip */
  async read(
    ping: PingDto,
    { id: sent_by, name: reported_by }: Pick<KeyCaller, 'id' | 'name'>,
  ): Promise<ReadPing> {
    demandOwnChat(ping.chat_id);
    const { chat_id, message, contact, needs_human, delivered } = ping;
    const channel = oneLine(ping.channel ?? '') || null;
    const settings = await this.settings.current();
    const { time_zone, phone_region, enabled } = settings;
    const now = this.clock.now();
    const { name = null, phone = null } = contact ?? {};
    const { ids, warnings } = withoutPlaceholders({ 'message.external_id': message?.external_id ?? null });
    const external_id = ids['message.external_id'];
    const deleted_id =
      message === undefined ? null : readDeleted({ ...message, external_id: external_id ?? undefined });
    const context = { phone_region, channel, chat_id };
    const heard = phone === null ? NOTHING_HEARD : this.hear(phone, context);
    return {
      chat_id,
      channel,
      message:
        message?.role === undefined
          ? null
          : readMessage(message, message.role, {
              external_id,
              chat_id,
              channel,
              sent_by,
              reported_by,
              written_at: writtenAt(message, time_zone, now),
              sent_at: sentAt(message, time_zone),
            }),
      deleted: deleted_id === null ? null : { chat_id, sent_id: deleted_id, sent_by },
      // Without a letter it is no name: speech-to-text that heard nothing sends blanks or a full stop.
      contact_name: name !== null && /\p{L}/u.test(name) ? oneLine(name) : null,
      contact_phone: heard.phone,
      chat_phone:
        CHANNELS_OF_NUMBERS.includes(channel?.toLowerCase() ?? '') && NUMBER_AS_ID.test(chat_id)
          ? this.clients.readAgentPhone(chat_id, context)
          : null,
      needs_human: needs_human ?? false,
      delivered: delivered ?? [],
      is_agent_enabled: enabled,
      team: this.team.at(now, settings),
      now,
      warnings: [...warnings, ...heard.warnings],
    };
  }

  /** A chat has one number. What is none is kept as it is said. */
  private hear(text: string, context: PhoneContext): Heard {
    const { phones, warning } = this.clients.hearPhones(text, context);
    const { phone, phone_as_given, other_phones } = phones;
    const isFirst = phone !== null && (other_phones.length > 0 || phone_as_given !== null);
    const kept = isFirst
      ? `Only ${phone} of the phone "${text}" is kept: write the others into the message.`
      : null;
    return {
      phone: phone ?? (text.trim() === '' ? null : text),
      warnings: [warning, kept].filter((one) => one !== null),
    };
  }
}

/** Project chats by the beginning of their id, ignoring case, width and invisible characters. */
const OF_PROJECT = /^\s*project:/;

/**
 * Refuses ids of project chats: coding assistants read these, and no text of a customer may reach them.
 * @throws AppError `invalid_request`
 */
function demandOwnChat(chat_id: string): void {
  const folded = chat_id
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase();
  if (!OF_PROJECT.test(folded)) return;
  const message = 'chat_id must not begin with "project:", as the chats of coding assistants do.';
  throw invalidRequest([{ field: 'chat_id', code: 'not_allowed', message }]);
}

interface Sent extends Pick<
  NewMessage,
  'sent_at' | 'external_id' | 'chat_id' | 'channel' | 'sent_by' | 'reported_by'
> {
  written_at: Date;
}

/**
 * The id of a message that its author took back; null: the message is a new one.
 * @throws AppError `invalid_request`
 */
function readDeleted({ deleted, external_id, ...written }: PingMessageDto): string | null {
  if (deleted !== true) return null;
  const given = Object.entries(written).find(([, value]) => value !== undefined);
  if (given !== undefined) {
    const field = given[0];
    const message = `message.${field} must be left out: with deleted, only external_id is sent.`;
    throw invalidRequest([{ field: `message.${field}`, code: 'not_allowed', message }]);
  }
  if (external_id !== undefined) return external_id;
  const message = 'message.external_id is required with deleted: it says which message was taken back.';
  throw invalidRequest([{ field: 'message.external_id', code: 'required', message }]);
}

function readMessage(
  { text, timestamp }: PingMessageDto,
  role: NewMessage['role'],
  { written_at, ...sent }: Sent,
): ReadMessage {
  const texts = role === 'user' ? partsOf(text ?? '') : [text ?? ''];
  const parts = texts.map((one, part) => ({
    ...sent,
    role,
    part,
    text: one,
    timestamp: written_at,
  }));
  return { parts, is_dated: timestamp !== undefined };
}

function sentAt({ timestamp }: PingMessageDto, time_zone: string): Date | null {
  return timestamp === undefined ? null : new Date(readTime('message.timestamp', timestamp, time_zone));
}

/** A future time becomes now, otherwise the message would stay the newest until then. */
function writtenAt(message: PingMessageDto, time_zone: string, now: Date): Date {
  const written = sentAt(message, time_zone);
  return written === null || written > now ? now : written;
}

const WITHOUT_TEXT = '[message without text]';

/** A customer's text in parts of storable length. A photo without a caption has none. */
function partsOf(text: string): string[] {
  if (text.trim() === '') return [WITHOUT_TEXT];
  const { max } = LIMITS.chat_text;
  if (text.length <= max) return [text];
  const points = Array.from(text);
  return Array.from({ length: Math.ceil(points.length / max) }, (_, part) =>
    points.slice(part * max, (part + 1) * max).join(''),
  );
}
