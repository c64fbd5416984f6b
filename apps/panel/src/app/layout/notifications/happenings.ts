import { inject, Injectable } from '@angular/core';
import {
  isSameName,
  levelReached,
  type AccountDto,
  type AppointmentDto,
  type AppointmentEventDto,
  type ConversationDto,
  type EventDto,
  type NotificationKind,
  type PageDto,
  type ResourceDto,
} from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { Api, type Query } from '../../http/api';
import { channelName } from '../../i18n/channels';
import { Formats } from '../../i18n/formats';
import { Texts } from '../../i18n/texts';
import { Session } from '../../session/session';
import { PhoneFormat } from '../../ui/formats/phone';
import { OwnWrites } from './own-writes';

type Before = Pick<ConversationDto, 'status' | 'assigned_to' | 'last_message_at'>;

/** Something that a user may be notified of. */
export interface Happening {
  kind: NotificationKind;
  /** About whom, and when. */
  text: string;
  /** Where it is shown. */
  path: string;
  /** Whether it is an appointment of the user's own. */
  isOwn?: boolean;
}

/** A new conversation is notified with the event that follows its first message. */
const NEW_WITHIN_MS = 10_000;
const MOST_KNOWN = 200;
/** Conversations that have been notified. All others are neither, which may change. */
const TOLD_OF: Query[] = [{ status: 'needs_human' }, { assigned_to: 'me' }];

/** Finds out what an event is about. Events name only rows, so that each reader sees what it may see. */
@Injectable({ providedIn: 'root' })
export class Happenings {
  private readonly api = inject(Api);
  private readonly session = inject(Session);
  private readonly ownWrites = inject(OwnWrites);
  private readonly formats = inject(Formats);
  private readonly phones = inject(PhoneFormat);
  private readonly texts = inject(Texts);
  /** How conversations were when they were last looked at. */
  private readonly before = new Map<string, Before & Pick<ConversationDto, 'updated_at'>>();
  /** Which level the limits of each account had reached when they were last looked at. */
  private readonly levels = new Map<string, number>();
  /** Whether those could be read at the beginning; else the first look at an account tells nothing. */
  private knowsLevels = true;
  /** Each thing is notified once. */
  private readonly told = new Set<string>();

  /** Reads the present state, so that only later changes are notified. */
  async begin(): Promise<void> {
    const pages = await Promise.all(
      TOLD_OF.map((asked) =>
        this.api.get<PageDto<ConversationDto>>('/api/conversations', { ...asked, limit: MOST_KNOWN }),
      ),
    );
    this.before.clear();
    for (const { items } of pages)
      for (const conversation of items) this.before.set(conversation.id, conversation);
    if (!this.session.isAdmin()) return;
    await this.readLevels();
  }

  /** Without them, all else is notified as before. */
  private async readLevels(): Promise<void> {
    const accounts = await this.api.get<AccountDto[]>('/api/assistant-accounts').catch(() => null);
    this.knowsLevels = accounts !== null;
    for (const account of accounts ?? [])
      this.levels.set(account.id, levelReached(account.usage, Date.now()));
  }

  /** Null: nothing to notify, or the user's own change. */
  async of({ type, id, at }: EventDto): Promise<Happening | null> {
    if (id === null) return null;
    if (type === 'conversation.updated') return this.ofConversation(id, at);
    if (type === 'conversation.waiting') return this.ofWaiting(id);
    if (type === 'conversation.mentioned') return this.ofMention(id, at);
    if (type === 'appointment.created' || type === 'appointment.updated') return this.ofAppointment(id, type);
    if (type === 'account.updated' && this.session.isAdmin()) return this.ofAccount(id);
    return null;
  }

  /** A limit of an active account that has come to a higher level. */
  private async ofAccount(id: string): Promise<Happening | null> {
    const account = await this.api.get<AccountDto>(apiPath`/api/assistant-accounts/${id}`);
    const level = levelReached(account.usage, Date.now());
    const before = this.levels.get(id) ?? (this.knowsLevels ? 0 : level);
    this.levels.set(id, level);
    if (level <= before || !account.is_active) return null;
    return {
      kind: 'account_limit',
      text: `${account.name}, ${this.formats.percent(level)}`,
      path: '/settings/accounts',
    };
  }

  private async ofAppointment(
    id: string,
    type: 'appointment.created' | 'appointment.updated',
  ): Promise<Happening | null> {
    const history = await this.api.get<AppointmentEventDto[]>(apiPath`/api/appointments/${id}/history`);
    const last = history.at(-1);
    if (last === undefined || this.isOwn(id, last)) return null;
    const kind = type === 'appointment.created' ? 'new_appointment' : kindOfChange(last);
    if (kind === null || !this.isFirst(`${kind} ${id} ${last.at}`)) return null;
    const appointment = await this.api.get<AppointmentDto>(apiPath`/api/appointments/${id}`);
    const isOwn = await this.isOf(appointment, last);
    if (kind === 'own_appointment' && !isOwn) return null;
    const { client, starts_at } = appointment;
    const when = this.formats.dateTimeAndZone(starts_at);
    const text = client === null ? when : `${client.name}, ${when}`;
    return { kind, text, path: `/appointments/${id}`, isOwn };
  }

  /** Whether it is with the user, or was before its last change. */
  private async isOf({ resource_id }: AppointmentDto, { changes }: AppointmentEventDto): Promise<boolean> {
    const me = this.session.user_id();
    const own = (await this.api.get<ResourceDto[]>('/api/resources')).filter(({ user_id }) => user_id === me);
    const before = changes.find(({ field }) => field === 'resource')?.before ?? null;
    return own.some(({ id, name }) => id === resource_id || (before !== null && isSameName(name, before)));
  }

  private async ofConversation(id: string, at: string): Promise<Happening | null> {
    const conversation = await this.api.get<ConversationDto>(apiPath`/api/conversations/${id}`);
    const before = this.before.get(id);
    // Answers may come out of order; an older one tells nothing new.
    if (before !== undefined && before.updated_at > conversation.updated_at) return null;
    this.before.set(id, conversation);
    const kind = this.kindOf(conversation, before, at);
    // Nothing that the user does has a conversation need a person, or its client write.
    const isOthers = kind === 'needs_human' || kind === 'client_answered';
    if (kind === null || (!isOthers && this.ownWrites.concern(id))) return null;
    return { kind, text: await this.nameOf(conversation), path: `/conversations/${id}` };
  }

  /** A client who waits for too long: of the user's own conversation, or of one that the team is reminded of. */
  private async ofWaiting(id: string): Promise<Happening | null> {
    const conversation = await this.api.get<ConversationDto>(apiPath`/api/conversations/${id}`);
    const { waiting_since, waiting_limit, assigned_to } = conversation;
    const isMine = assigned_to?.id === this.session.user_id();
    if (waiting_limit === null || (waiting_limit === 'assigned' && !isMine)) return null;
    if (!this.isFirst(`client_waits ${id} ${waiting_since} ${waiting_limit}`)) return null;
    return { kind: 'client_waits', text: await this.nameOf(conversation), path: `/conversations/${id}` };
  }

  /** Who is named is told alone. */
  private async ofMention(id: string, at: string): Promise<Happening | null> {
    if (!this.isFirst(`mentioned ${id} ${at}`)) return null;
    const conversation = await this.api.get<ConversationDto>(apiPath`/api/conversations/${id}`);
    return { kind: 'mentioned', text: await this.nameOf(conversation), path: `/conversations/${id}` };
  }

  /** Who writes, as the panel shows it; of somebody unknown, by which way. */
  private async nameOf({
    name: known,
    contact_name,
    contact_phone,
    channel,
  }: ConversationDto): Promise<string> {
    const name = known ?? contact_name ?? contact_phone;
    return name === null ? channelName(channel, this.texts) : this.phones.formatted(name);
  }

  private kindOf(
    { id, status, assigned_to, created_at, last_message_at, last_message_role }: ConversationDto,
    before: Before | undefined,
    at: string,
  ): NotificationKind | null {
    const me = this.session.user_id();
    if (assigned_to?.id === me && before?.assigned_to?.id !== me) return 'assigned_to_me';
    // Only the user answers there.
    const isHeld = status === 'human' && assigned_to?.id === me && last_message_role === 'user';
    if (isHeld && before !== undefined && before.last_message_at !== last_message_at)
      return 'client_answered';
    if (status === 'needs_human' && before?.status !== 'needs_human') return 'needs_human';
    const isNew = before === undefined && Date.parse(at) - Date.parse(created_at) < NEW_WITHIN_MS;
    return isNew && this.isFirst(`new_conversation ${id}`) ? 'new_conversation' : null;
  }

  private isOwn(id: string, { user }: AppointmentEventDto): boolean {
    return (user !== null && user.id === this.session.user_id()) || this.ownWrites.concern(id);
  }

  private isFirst(what: string): boolean {
    const isFirst = !this.told.has(what);
    this.told.add(what);
    return isFirst;
  }
}

/** What a change of an appointment is; null: nothing to notify. */
function kindOfChange({ from_status, to_status, changes }: AppointmentEventDto): NotificationKind | null {
  if (to_status === 'cancelled') return from_status === 'cancelled' ? null : 'cancelled_appointment';
  const isMoved = changes.some(({ field }) => field === 'starts_at' || field === 'resource');
  return isMoved ? 'own_appointment' : null;
}
