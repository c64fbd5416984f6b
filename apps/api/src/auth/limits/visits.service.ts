import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { PanelStatements } from '../../database/database.module';
import { AppError } from '../../platform/errors/app-error';
import { digestOfMailbox } from '../../shared/mailbox';
import { FailureCounter } from '../../database/rate-limits/failure-counter';
import { hasLargerNetworks, networkOf, type NetworkBits } from './networks';

const HOUR_S = 3_600;
/** Links that one email is mailed within an hour: no flood where others ask for them, and enough for the visits of a family. */
const MOST_LINKS = 6;
/** Those of them that one network asks for: who asks for somebody else leaves some. */
const MOST_OF_NETWORK = 4;
/** Times that one network may hold within an hour: enough for a waiting room, and too few to empty a calendar. */
const MOST_HELD = 10;

/** Limits what visitors without a log-in send, by the address and its networks, as wrong passwords are. */
@Injectable()
export class VisitsService {
  private readonly networks: readonly { bits: NetworkBits; counter: FailureCounter }[];
  private readonly links: FailureCounter;
  private readonly askers: FailureCounter;
  private readonly emails: FailureCounter;
  private readonly held: FailureCounter;

  constructor(@Inject(PanelStatements) panel: PanelStatements, @Inject(SETTINGS) settings: Settings) {
    const within_s = settings.login_failures_minutes * 60;
    const counterOf = (bits: NetworkBits, name: string, most: number) => ({
      bits,
      counter: new FailureCounter(panel, { name, most, within_s, whose: 'from this network' }),
    });
    this.networks = [
      counterOf(64, 'visit', settings.login_failures_per_address),
      counterOf(56, 'visit-56', settings.login_failures_per_network),
      counterOf(48, 'visit-48', settings.login_failures_per_site),
    ];
    const most = settings.login_failures_per_address;
    this.links = new FailureCounter(panel, { name: 'visit-link', most, within_s, whose: 'by this link' });
    const inAnHour = { within_s: HOUR_S, whose: 'for this email' };
    this.askers = new FailureCounter(panel, { name: 'visit-mail-of', most: MOST_OF_NETWORK, ...inAnHour });
    this.emails = new FailureCounter(panel, { name: 'visit-mail', most: MOST_LINKS, ...inAnHour });
    const ofNetwork = { within_s: HOUR_S, whose: 'from this network' };
    this.held = new FailureCounter(panel, { name: 'visit-held', most: MOST_HELD, ...ofNetwork });
  }

  /** @throws AppError `too_many_requests` */
  async count(ip: string): Promise<void> {
    const counted = hasLargerNetworks(ip) ? this.networks : this.networks.slice(0, 1);
    for (const { bits, counter } of counted) await counter.count(networkOf(ip, bits));
  }

  /**
   * What a link opens. Wrong links count as wrong passwords do.
   * @param found null: it opens nothing
   * @throws AppError `not_found`, `too_many_requests`
   */
  async opened<T>(found: T | null, ip: string): Promise<T> {
    if (found !== null) return found;
    await this.count(ip);
    throw new AppError('not_found', 'This address opens nothing.');
  }

  /**
   * Counts a form sent through a valid link. By link and not by network: others behind the same address must not block it.
   * @param id of what it opens
   * @throws AppError `too_many_requests`
   */
  async countByLink(id: string): Promise<void> {
    await this.links.count(id);
  }

  /**
   * Counts a link that is to be mailed to whatever email a visitor wrote. Whether it may be is for no answer: it would say
   * whether others asked for that email.
   */
  async allowsMail(email: string, ip: string): Promise<boolean> {
    const hashed = digestOfMailbox(email);
    try {
      // One after the other: what one network asks too often is not counted for all.
      await this.askers.count(`${hashed} ${this.networkOf(ip)}`);
      await this.emails.count(hashed);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'too_many_requests') return false;
      throw error;
    }
  }

  /**
   * Counts a time that is held for a visitor who has confirmed nothing yet.
   * @throws AppError `too_many_requests`
   */
  async countHeld(ip: string): Promise<void> {
    await this.held.count(this.networkOf(ip));
  }

  /** Of whom bookings count together: the network of a customer. */
  networkOf(ip: string): string {
    return networkOf(ip, 64);
  }
}
