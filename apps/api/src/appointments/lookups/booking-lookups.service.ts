import { Injectable } from '@nestjs/common';
import { foldName } from '@groupless/shared-dto';
import { LookUpsService } from '../../auth/limits/look-ups.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import type { KeyActor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { AppError, invalidRequest } from '../../platform/errors/app-error';
import type { ToolContext } from '../../shared/tools/tool';
import type { BookedAppointment } from '../appointment.entity';
import {
  ComingBookingsRepository,
  type ComingAttendee,
  type ComingBooking,
} from './coming-bookings.repository';
import { KnownCallersService } from './known-callers.service';

/** The name and phone that a caller claims. */
export interface SaidPerson {
  phone?: string;
  name?: string;
}

/** A future booking as the caller may hear it. */
export interface FoundBooking extends Pick<
  ComingBooking,
  'id' | 'handle' | 'service' | 'resource' | 'status' | 'starts_at' | 'ends_at'
> {
  /** Where the platform names the caller: for whom it is, null for the caller. */
  attendee_name?: string | null;
}

const MOST = 20;

/** Finds the future bookings of the person who talks to an agent, whoever booked them. */
@Injectable()
export class BookingLookupsService {
  constructor(
    private readonly bookings: ComingBookingsRepository,
    private readonly callers: KnownCallersService,
    private readonly lookUps: LookUpsService,
    private readonly settings: ChatAgentSettingsService,
    private readonly clock: Clock,
  ) {}

  /**
   * For the caller whose number the platform reports, even if it is unknown; otherwise for the client of the chat; only
   * without both, for the claimed phone and name.
   * @throws AppError `forbidden` by the settings, `invalid_request`, `too_many_requests`
   */
  async list(said: SaidPerson, { caller }: KeyActor, context: ToolContext): Promise<FoundBooking[]> {
    const { agent_lookup } = await this.settings.current();
    if (agent_lookup === 'off') throw notAllowed('Nobody may look bookings up by an agent here.');
    const verified = await this.callers.findVerified(context);
    if (verified !== null) return this.listNamed(verified);
    const ofChat = (await this.listOfChat(context, caller.id, MOST)).map(withoutName);
    if (agent_lookup === 'verified') {
      if (context.chat_id !== null) return ofChat;
      throw notAllowed(
        'Bookings are found only for callers whose number the platform tells, and it tells none.',
      );
    }
    const { phone: text = null, name } = said;
    if (text === null && name === undefined && ofChat.length > 0) return ofChat;
    const phone = await this.callers.readPhone(text);
    if (phone === null || name === undefined) throw incomplete(phone === null ? text : null);
    return (await this.lookUps.count(phone, caller.id, () => this.findSaid(phone, name))) ?? [];
  }

  /** The other bookings of the client of a new booking, for a caller who may hear them. */
  async listOthers(
    booked: BookedAppointment,
    name: string,
    { caller }: KeyActor,
    context: ToolContext,
  ): Promise<ComingBooking[]> {
    const { client } = booked;
    const { agent_lookup } = await this.settings.current();
    if (agent_lookup === 'off' || client === null) return [];
    const verified = await this.callers.findVerified(context);
    const isNamed = agent_lookup === 'phone_and_name' && foldName(client.name) === foldName(name);
    const isKnown = verified === null ? isNamed : verified.includes(client.id);
    // The new one may be among them.
    const most = MOST + 1;
    const coming = isKnown
      ? await this.bookings.listComing([client.id], this.clock.now(), most)
      : verified === null
        ? await this.listOfChat(context, caller.id, most)
        : [];
    return coming.filter(({ id, client_id }) => id !== booked.id && client_id === client.id).slice(0, MOST);
  }

  /** With the names of those for whom they are: if several clients share the number, those of the clients too. */
  private async listNamed(clientIds: readonly string[]): Promise<FoundBooking[]> {
    const coming = await this.bookings.listComing(clientIds, this.clock.now(), MOST);
    const nameOf = ({ attendee_name, client_name }: ComingBooking) =>
      attendee_name ?? (clientIds.length > 1 ? client_name : null);
    return coming.map((one) => ({ ...withoutName(one), attendee_name: nameOf(one) }));
  }

  /**
   * A chat id is a label that a program chose, and several customers may share it. It only leads to what the same key
   * booked in the chat, for the client to whom the chat is tied now.
   */
  private async listOfChat({ chat_id }: ToolContext, key_id: string, most: number): Promise<ComingBooking[]> {
    const client_id = chat_id === null ? null : await this.callers.findTied(chat_id);
    if (chat_id === null || client_id === null) return [];
    return this.bookings.listOfChat({ chat_id, key_id, client_id }, this.clock.now(), most);
  }

  /**
   * All bookings of the clients with this phone and name, and those that were made for somebody of this name under this
   * phone. Null if nobody is called so.
   */
  private async findSaid(phone: string, name: string): Promise<FoundBooking[] | null> {
    const { ids, named } = await this.callers.findOwners(phone, name);
    const coming = await this.bookings.listAttendees(ids, name, this.clock.now());
    const isFor = ({ client_id, attendee_key, called }: ComingAttendee) =>
      attendee_key === null ? named.includes(client_id) : this.callers.isSameName(attendee_key, called);
    const found = coming.filter((one) => named.includes(one.client_id) || isFor(one)).map(withoutName);
    return found.length === 0 && named.length === 0 ? null : found.slice(0, MOST);
  }
}

/** Names are only for callers whom the platform names. */
function withoutName(booking: ComingBooking): FoundBooking {
  const { id, handle, service, resource, status, starts_at, ends_at } = booking;
  return { id, handle, service, resource, status, starts_at, ends_at };
}

function notAllowed(why: string): AppError {
  return new AppError('forbidden', `${why} Take a message for the team instead.`);
}

/** @param unread a phone number that cannot be read */
function incomplete(unread: string | null): AppError {
  const both = 'send both: phone with its country code, and name.';
  const message =
    unread === null
      ? `Ask for the phone number and the full name of the booking, and ${both}`
      : `The phone "${unread}" cannot be read. Ask for it again, digit by digit, and ${both}`;
  return invalidRequest([{ field: 'phone', code: 'required', message }]);
}
