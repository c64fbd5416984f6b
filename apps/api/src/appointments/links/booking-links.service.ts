import { Inject, Injectable } from '@nestjs/common';
import { isLive, type AppointmentStatus } from '@groupless/shared-dto';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { Clock } from '../../platform/clock';
import { SealedTexts } from '../../platform/crypto/sealed-text';
import { idIn, signedId } from '../../platform/crypto/signed-id';
import { BookingPageService } from '../../settings/booking-page/booking-page.service';
import type { BookedAppointment } from '../appointment.entity';
import { AppointmentsRepository } from '../appointments.repository';
import {
  BookingLinksRepository,
  OPEN_AFTER_CANCELLATION_MS,
  type Generation,
} from './booking-links.repository';

const PLACE = 'link of a booking';

/** What a link opens. */
export interface LinkedBooking {
  appointment: BookedAppointment;
  /** Whether who has the link cancelled it within the last ten minutes, and nobody changed it since. */
  can_be_taken_back: boolean;
}

/**
 * The link by which whoever comes sees, moves and cancels a booking. It is made of a key of the server, the appointment
 * and its generation, so it can be sent again and is stored nowhere. It ends when another client gets the appointment,
 * and ten minutes after a cancellation.
 */
@Injectable()
export class BookingLinksService {
  constructor(
    private readonly links: BookingLinksRepository,
    private readonly appointments: AppointmentsRepository,
    private readonly page: BookingPageService,
    private readonly sealing: SealedTexts,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'public_url'>,
  ) {}

  /** One that opens nothing; empty where there are none. */
  async exampleUrl(): Promise<string> {
    const { public_url } = this.settings;
    return public_url !== null && (await this.page.current()).enabled ? `${public_url}/book/m/…` : '';
  }

  /** Null while the booking page is off, and without `PUBLIC_URL`: nobody knows the address of this server. */
  async urlOf(id: string): Promise<string | null> {
    return (await this.urlsOf([id])).get(id) ?? null;
  }

  /** Those of several, by the ids of the appointments. */
  async urlsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { public_url } = this.settings;
    if (public_url === null || ids.length === 0 || !(await this.page.current()).enabled) return new Map();
    const generations = await this.links.listGenerations(ids, this.clock.now());
    return new Map(generations.map((one) => [one.id, `${public_url}${this.pathOf(one)}`]));
  }

  /** Its path alone, which needs no `PUBLIC_URL`. */
  async findPath(id: string): Promise<string | null> {
    const [generation] = await this.links.listGenerations([id], this.clock.now());
    return generation === undefined ? null : this.pathOf(generation);
  }

  /** Null: it opens nothing, or nothing any more. */
  async find(token: string): Promise<LinkedBooking | null> {
    const read = idIn(token);
    if (read === null) return null;
    const { id, signature } = read;
    const now = this.clock.now();
    const [generation] = await this.links.listGenerations([id], now);
    if (generation === undefined || !this.sealing.isSigned(textOf(generation), PLACE, signature)) return null;
    const appointment = await this.appointments.findAppointment(id);
    if (appointment === null) return null;
    return { appointment, can_be_taken_back: await this.canBeTakenBack(appointment, now) };
  }

  /** Whether who has the link may still take back that it was cancelled; then its time is kept for them. */
  async isKept(id: string): Promise<boolean> {
    const appointment = await this.appointments.findAppointment(id);
    return appointment !== null && this.canBeTakenBack(appointment, this.clock.now());
  }

  private async canBeTakenBack({ id, status, version, starts_at }: BookedAppointment, now: Date) {
    if (status !== 'cancelled' || starts_at <= now) return false;
    const last = await this.links.findLastChange(id);
    if (last?.version !== version || !last.by_link) return false;
    const wasLive = last.from_status !== null && isLive(last.from_status as AppointmentStatus);
    return wasLive && now.getTime() < last.at.getTime() + OPEN_AFTER_CANCELLATION_MS;
  }

  private pathOf(generation: Generation): string {
    return `/book/m/${signedId(generation.id, this.sealing.sign(textOf(generation), PLACE))}`;
  }
}

function textOf({ id, handle, ended }: Generation): string {
  return JSON.stringify([id, handle, ended]);
}
