import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { PanelStatements } from '../../database/database.module';
import { PasswordsService } from '../../users/passwords/passwords.service';
import { FailureCounter } from '../../database/rate-limits/failure-counter';
import { hasLargerNetworks, networkOf, type NetworkBits } from './networks';

const DAY_S = 86_400;

/** An attempt with a password or a code. */
export interface Attempt {
  /** The counter's key: an account, or a known device or session of its owner. */
  counted_by: string;
  /** Whether that is a device or session, which only the owner has. */
  is_owner: boolean;
  ip: string;
}

/**
 * Checks passwords and codes, and limits wrong guesses.
 *
 * Failures are counted by account (per minutes and per day). Above the limit even the right password is refused,
 * because a success would confirm a guess. They are also counted by address and by the larger networks of an IPv6
 * address. A device on which the owner has logged in before, and a live session, have their own counters and do not
 * count by address, so a guesser cannot lock the owner out.
 *
 * The limit is checked before and after the password, so parallel guesses gain nothing.
 */
@Injectable()
export class AttemptsService {
  private readonly accounts: readonly FailureCounter[];
  private readonly networks: readonly { bits: NetworkBits; counter: FailureCounter }[];

  constructor(
    private readonly passwords: PasswordsService,
    @Inject(PanelStatements) panel: PanelStatements,
    @Inject(SETTINGS) settings: Settings,
  ) {
    const withinS = settings.login_failures_minutes * 60;
    const account = { whose: 'for this account' };
    this.accounts = [
      { ...account, name: 'account', most: settings.login_failures_per_account, within_s: withinS },
      { ...account, name: 'account-day', most: settings.login_failures_per_account_day, within_s: DAY_S },
    ].map((limit) => new FailureCounter(panel, limit));
    const counterOf = (bits: NetworkBits, name: string, most: number, whose: string) => ({
      bits,
      counter: new FailureCounter(panel, { name, most, within_s: withinS, whose }),
    });
    this.networks = [
      counterOf(64, 'login', settings.login_failures_per_address, 'from this address'),
      counterOf(56, 'login-56', settings.login_failures_per_network, 'from this network'),
      counterOf(48, 'login-48', settings.login_failures_per_site, 'from this network'),
    ];
  }

  /**
   * Whether the password is right.
   * @param stored the hash; null: there is none
   * @throws AppError `too_many_requests`, `overloaded`
   */
  async checkPassword(attempt: Attempt, stored: string | null, password: string): Promise<boolean> {
    const demandOpen = () => this.demandOpen(attempt);
    await demandOpen();
    const lane = attempt.is_owner ? 'owner' : 'common';
    return this.count(attempt, () => this.passwords.matches(stored, password, { lane, first: demandOpen }));
  }

  /**
   * Whether a code is right.
   * @throws AppError `too_many_requests`
   */
  async checkCode(attempt: Attempt, isRight: () => Promise<boolean>): Promise<boolean> {
    await this.demandOpen(attempt);
    return this.count(attempt, isRight);
  }

  /**
   * Counts a link with a wrong token. A valid link is never refused.
   * @throws AppError `too_many_requests` if the address has reached its limit
   */
  async countWrongLink(ip: string): Promise<void> {
    await failWithFirst(this.networksOf(ip).map(({ counter, key }) => counter.count(key)));
  }

  /** Resets the counters of a locked account. */
  async unlock(user_id: string): Promise<void> {
    await Promise.all(this.accounts.map((counter) => counter.forget(user_id)));
  }

  private async count(attempt: Attempt, isRight: () => Promise<boolean>): Promise<boolean> {
    if (await isRight()) {
      await this.demandOpen(attempt);
      return true;
    }
    const { counted_by, is_owner, ip } = attempt;
    const byAccount = this.accounts.map((counter) => counter.count(counted_by));
    const networks = is_owner ? [] : this.networksOf(ip);
    const byNetwork = networks.map(({ counter, key }) => counter.count(key));
    await failWithFirst([...byAccount, ...byNetwork]);
    return false;
  }

  private async demandOpen({ counted_by, is_owner, ip }: Attempt): Promise<void> {
    const networks = is_owner ? [] : this.networksOf(ip);
    await failWithFirst([
      ...this.accounts.map((counter) => counter.demandOpen(counted_by)),
      ...networks.map(({ counter, key }) => counter.demandOpen(key)),
    ]);
  }

  private networksOf(ip: string): { counter: FailureCounter; key: string }[] {
    const counted = hasLargerNetworks(ip) ? this.networks : this.networks.slice(0, 1);
    return counted.map(({ bits, counter }) => ({ counter, key: networkOf(ip, bits) }));
  }
}

/** Waits for all, then throws the first failure. */
async function failWithFirst(counts: Promise<void>[]): Promise<void> {
  const refusal = (await Promise.allSettled(counts)).find(({ status }) => status === 'rejected');
  if (refusal !== undefined) throw (refusal as PromiseRejectedResult).reason;
}

/**
 * The counter's key of an account.
 * @param user_id null: unknown email, which must look the same
 */
export function accountKey(user_id: string | null, email: string): string {
  return user_id ?? createHash('sha256').update(email.toLowerCase()).digest('base64url');
}
