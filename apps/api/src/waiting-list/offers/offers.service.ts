import { Inject, Injectable } from '@nestjs/common';
import type {
  AppointmentDto,
  BookForWaitingDto,
  CreateAppointmentDto,
  WaitingEntryDto,
} from '@groupless/shared-dto';
import { BookingsService } from '../../appointments/bookings/bookings.service';
import { BookingLinksService } from '../../appointments/links/booking-links.service';
import { WAITING_LIST } from '../../appointments/public';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { EventsService } from '../../events/events.service';
import { MailSettingsService } from '../../mail/settings/mail-settings.service';
import type { KnownActor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors/app-error';
import { found } from '../../platform/errors/found';
import { BookingPageService } from '../../settings/booking-page/booking-page.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { Job } from '../../shared/jobs/job';
import { isQuiet } from '../../shared/quiet-hours';
import type { WaitingEntry } from '../waiting-entry.entity';
import { toWaitingEntryDto } from '../waiting-entry.mapper';
import { slotTaken } from './slot-taken';
import { FittingTimesService, type FittingTime, type KnownTimes } from './fitting-times.service';
import { localDate } from './local-days';
import { OfferMessagesService } from './offer-messages.service';
import { OffersRepository, type FreedRow } from './offers.repository';
import { OpenTimesService } from './open-times.service';

const MINUTE_MS = 60_000;
const TRIES = 3;
/** A time is held only while a person books it. */
const MINUTES_TO_BOOK = 1;
/** The program itself. */
const ACTOR: KnownActor = { caller: WAITING_LIST, ip: '' };

/** Offers times that get free to who waits for them: one after the other, in the order of entry. */
@Injectable()
export class OffersService {
  constructor(
    private readonly offers: OffersRepository,
    private readonly fitting: FittingTimesService,
    private readonly open: OpenTimesService,
    private readonly messages: OfferMessagesService,
    private readonly bookings: BookingsService,
    private readonly links: BookingLinksService,
    private readonly page: BookingPageService,
    private readonly mail: MailSettingsService,
    private readonly business: ChatAgentSettingsService,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'public_url'>,
  ) {}

  /** What is over is free before it is offered to the next one. */
  @Job({
    name: 'waiting-list',
    every: '* * * * *',
    retries: 3,
    first_pause_s: 10,
    longest_pause_s: 60,
    keep_days: 1,
    poll_s: 10,
  })
  async work(_data?: object, signal?: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const { time_zone } = await this.business.current();
    const ended = await this.offers.endOverdue(localDate(now.getTime(), time_zone), now);
    const opened = await this.open.note(now);
    if (ended.length > 0 || opened > 0) this.events.announce('waiting.updated', null);
    const { active, chat } = await this.mail.plan();
    const quiet = active?.quiet ?? chat?.quiet ?? null;
    if ((await this.isOn()) && !isQuiet(now, quiet, time_zone)) {
      for (const freed of await this.offers.listFreed(now)) {
        if (signal?.aborted) return;
        await this.offerToAll(freed, active !== null);
      }
    }
    await this.messages.tellAll();
    await this.offers.removePast(now);
  }

  /**
   * Books what was offered, once.
   * @returns the appointment; null: it is no longer offered
   * @throws AppError as `BookingsService.book()`
   */
  async take(entry: WaitingEntry, actor: KnownActor): Promise<AppointmentDto | null> {
    const { id, offer_id, offered_starts_at, offered_ends_at, offered_resource_id, offered_until } = entry;
    const isOver = entry.status !== 'offered' || Number(offered_until) <= this.clock.now().getTime();
    if ((isOver && entry.status !== 'booked') || offer_id === null) return null;
    if (offered_starts_at === null || offered_ends_at === null || offered_resource_id === null) return null;
    const { row } = await this.bookings.book(
      {
        ...wishOf(entry, offered_starts_at),
        external_id: offer_id,
        resource_id: offered_resource_id,
      },
      actor,
      { held_id: offer_id, waited: entry },
    );
    this.events.announce('waiting.updated', id);
    return row.row;
  }

  /**
   * A person books for who waits: what is held for them, or a time that suits. Again it is the same.
   * @throws AppError `not_found`, `slot_taken`, `invalid_transition`, what `BookingsService.book()` throws
   */
  async book(id: string, asked: BookForWaitingDto, actor: KnownActor): Promise<WaitingEntryDto> {
    const entry = found(await this.offers.findEntry(id), 'entry of the waiting list');
    const wish = { ...wishOf(entry, new Date(asked.starts_at)), resource_id: asked.resource_id };
    const isHeld =
      entry.status === 'waiting' &&
      (await this.holdFor(entry, wish, { freed_id: null, minutes: MINUTES_TO_BOOK })) === true;
    const now = found(await this.offers.findEntry(id), 'entry of the waiting list');
    if (now.status === 'waiting') throw slotTaken();
    demandSameTime(now, asked);
    if (now.status !== 'booked') await this.takeHeld(now, actor, isHeld);
    return toWaitingEntryDto(found(await this.offers.findEntry(id), 'entry of the waiting list'));
  }

  /** What was held for this alone is free again if it cannot be booked. */
  private async takeHeld(entry: WaitingEntry, actor: KnownActor, isHeld: boolean): Promise<void> {
    try {
      if ((await this.take(entry, actor)) === null) throw slotTaken();
    } catch (error) {
      if (isHeld) await this.offers.giveUp(entry, 'waiting', this.clock.now());
      throw error;
    }
  }

  /** @returns whether it was offered until now */
  async decline({ id, offer_id }: WaitingEntry): Promise<boolean> {
    const isDeclined = await this.offers.giveUp({ id, offer_id }, 'declined', this.clock.now());
    if (isDeclined) this.events.announce('waiting.updated', id);
    return isDeclined;
  }

  /** Who has the link of an offer takes it here, so there has to be one. */
  private async isOn(): Promise<boolean> {
    const { enabled, waiting_list } = await this.page.current();
    return enabled && waiting_list && this.settings.public_url !== null;
  }

  /** What got free may be long enough for several. */
  private async offerToAll(freed: FreedRow, by_mail: boolean): Promise<void> {
    const { id, appointment_id } = freed;
    if (appointment_id !== null && (await this.links.isKept(appointment_id))) return;
    while (await this.offerToNext(freed, by_mail));
    await this.offers.settle(id);
  }

  /** @returns whether it was offered to somebody, so that the rest may suit others */
  private async offerToNext(freed: FreedRow, by_mail: boolean): Promise<boolean> {
    const { time_zone } = await this.business.current();
    const days = { from: localDate(freed.start, time_zone), to: localDate(freed.end - 1, time_zone) };
    const known: KnownTimes = new Map();
    for (const entry of await this.offers.listWaiting(days, { by_mail })) {
      // Another booking may have taken the time meanwhile: then there may be another one for the same client.
      for (let tries = 0; tries < TRIES; tries++) {
        const time = await this.fitting.find(freed, entry, known);
        if (time === null) break;
        const is_offered = await this.offer(freed, entry, time);
        if (is_offered === null) return false;
        if (is_offered) return true;
        known.clear();
      }
    }
    return false;
  }

  private async offer(freed: FreedRow, entry: WaitingEntry, time: FittingTime): Promise<boolean | null> {
    const { hold_minutes } = await this.page.current();
    const wish = { ...wishOf(entry, new Date(time.start)), resource: time.resource };
    return this.holdFor(entry, wish, { freed_id: freed.id, minutes: hold_minutes });
  }

  private async holdFor(
    { id: entry_id }: WaitingEntry,
    wish: CreateAppointmentDto,
    { freed_id, minutes }: { freed_id: number | null; minutes: number },
  ): Promise<boolean | null> {
    const now = this.clock.now();
    // Nobody takes what has begun.
    const until = new Date(Math.min(now.getTime() + minutes * MINUTE_MS, Date.parse(wish.starts_at)));
    const booking = await this.bookings.prepareHold(wish, ACTOR);
    if (booking === null) return false;
    const is_offered = await this.offers.offer({ freed_id, entry_id, until, now }, (transaction) =>
      this.bookings.hold(transaction, booking, until),
    );
    if (is_offered) this.events.announce('waiting.updated', entry_id);
    return is_offered;
  }
}

/** @throws AppError `invalid_transition` */
function demandSameTime(
  { status, offered_starts_at, offered_resource_id }: WaitingEntry,
  { starts_at, resource_id }: BookForWaitingDto,
): void {
  const isSame = offered_resource_id === resource_id && Number(offered_starts_at) === Date.parse(starts_at);
  if ((status === 'offered' || status === 'booked') && isSame) return;
  throw new AppError('invalid_transition', `This entry is ${status}, and is not booked for this time.`);
}

/** What somebody who waits books. */
function wishOf(
  { client_id, service_ids, notes }: Pick<WaitingEntry, 'client_id' | 'service_ids' | 'notes'>,
  starts_at: Date,
) {
  return {
    client_id,
    starts_at: starts_at.toISOString(),
    ...(service_ids.length > 0 && { service_ids }),
    ...(notes !== '' && { notes }),
  };
}
