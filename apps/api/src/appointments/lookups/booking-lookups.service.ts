import { Injectable } from '@nestjs/common';
import { foldName } from '@groupless/shared-dto';
import { LookUpsService } from '../../auth/limits/look-ups.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import type { KeyActor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { AppError, invalidRequest } from '../../platform/errors/app-error';
import type { ToolContext } from '../../shared/tools/tool';
import type { BookedAppointment } from '../appointment.entity';
import { ComingBookingsRepository, type ComingBooking } from './coming-bookings.repository';
import { KnownCallersService } from './known-callers.service';

/** The name and phone that a caller claims. */
export interface SaidPerson {
  phone?: string;
  name?: string;
}

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
   * For the caller whose number the platform reports, even if it is unknown; otherwise for the person tied to the chat;
   * only without both, for the claimed phone and name.
   * @throws AppError `forbidden` by the settings, `invalid_request`, `too_many_requests`
   */
  async list(said: SaidPerson, { caller }: KeyActor, context: ToolContext): Promise<ComingBooking[]> {
    const { agent_lookup } = await this.settings.current();
    if (agent_lookup === 'off') throw notAllowed('Nobody may look bookings up by an agent here.');
    const { chat_id } = context;
    const verified = await this.callers.findVerified(context);
    if (verified !== null) return this.listComing(verified, chat_id);
    const ofChat = await this.listComing([], chat_id);
    if (agent_lookup === 'verified') {
      if (chat_id !== null) return ofChat;
      throw notAllowed(
        'Bookings are found only for callers whose number the platform tells, and it tells none.',
      );
    }
    const { phone: text = null, name } = said;
    if (text === null && name === undefined && ofChat.length > 0) return ofChat;
    const phone = await this.callers.readPhone(text);
    if (phone === null || name === undefined) throw incomplete();
    const named = await this.lookUps.count(phone, caller.id, () => this.callers.findNamed(phone, name));
    return this.listComing(named, chat_id);
  }

  /** The other bookings of the client of a new booking, if the caller's identity is verified. */
  async listOthers(booked: BookedAppointment, name: string, context: ToolContext): Promise<ComingBooking[]> {
    const { agent_lookup } = await this.settings.current();
    if (agent_lookup === 'off') return [];
    const verified = await this.callers.findVerified(context);
    const isNamed = agent_lookup === 'phone_and_name' && foldName(booked.client.name) === foldName(name);
    const isKnown = verified === null ? isNamed : verified.includes(booked.client_id);
    const coming = await this.listComing(isKnown ? [booked.client_id] : [], context.chat_id);
    return coming.filter(({ id }) => id !== booked.id);
  }

  private listComing(clientIds: readonly string[], chat_id: string | null): Promise<ComingBooking[]> {
    return this.bookings.listComing(clientIds, chat_id, this.clock.now());
  }
}

function notAllowed(why: string): AppError {
  return new AppError('forbidden', `${why} Take a message for the team instead.`);
}

function incomplete(): AppError {
  const message =
    'Ask for the phone number and the full name of the booking, and send both: phone with its country code, and name.';
  return invalidRequest([{ field: 'phone', code: 'required', message }]);
}
