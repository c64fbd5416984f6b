import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { PanelStatements } from '../database/database.module';
import { PasswordsService } from '../users/passwords.service';
import { FailureCounter, networkOf } from './failure-counter';

/** Whose secret is asked for, and by whom. */
export interface Guess {
  /** What the failures are counted by: an account, or a device or session of its owner. */
  by: string;
  /** Whether that is a device or session, not the account: strangers cannot have it. */
  of_owner: boolean;
  ip: string;
}

/**
 * Checks passwords and codes, and counts what is wrong.
 *
 * By account: after so many failures nobody gets in, not even with the right password, since that would tell
 * a guesser that it is right. A device on which the owner has logged in before, and a live session, have a
 * count of their own, so that nobody can lock the owner out. By address: only a failure can become 429,
 * because many people may share one.
 *
 * Nothing is reserved before a check: an answer that comes after the last permitted failure tells nothing,
 * whether the guess was right or wrong. So many guesses at once learn no more than one after the other.
 */
@Injectable()
export class GuessesService {
  private readonly accounts: FailureCounter;
  private readonly addresses: FailureCounter;

  constructor(
    private readonly passwords: PasswordsService,
    @Inject(PanelStatements) panel: PanelStatements,
    @Inject(SETTINGS) settings: Settings,
  ) {
    const within_s = settings.login_failures_minutes * 60;
    this.accounts = new FailureCounter(panel, {
      name: 'account',
      most: settings.login_failures_per_account,
      within_s,
      whose: 'for this account',
    });
    this.addresses = new FailureCounter(panel, {
      name: 'login',
      most: settings.login_failures_per_address,
      within_s,
      whose: 'from this address',
    });
  }

  /**
   * Whether the password is right.
   * @param stored null: there is none to compare with
   * @throws AppError `too_many_requests`
   */
  async checkPassword(guess: Guess, stored: string | null, password: string): Promise<boolean> {
    const first = () => this.demandOpen(guess);
    const line = (await this.comesFromFlood(guess)) ? 'flood' : 'common';
    return this.counted(guess, () => this.passwords.matches(stored, password, { line, first }));
  }

  /**
   * Whether a code is right.
   * @throws AppError `too_many_requests`
   */
  async checkCode(guess: Guess, isRight: () => Promise<boolean>): Promise<boolean> {
    await this.demandOpen(guess);
    return this.counted(guess, isRight);
  }

  /**
   * Counts a link with a wrong token. Those who have the right one are never refused.
   * @throws AppError `too_many_requests` if there had been as many failures from the address as may be
   */
  countWrongLink(ip: string): Promise<void> {
    return this.addresses.count(networkOf(ip));
  }

  /** Lets a locked account be logged in to again. */
  forgive(user_id: string): Promise<void> {
    return this.accounts.forget(user_id);
  }

  private async counted(guess: Guess, isRight: () => Promise<boolean>): Promise<boolean> {
    if (await isRight()) {
      await this.demandOpen(guess);
      return true;
    }
    await this.countFailure(guess);
    return false;
  }

  /** An address past its limit may still be right, but everybody else comes first. Owners are everybody else. */
  private async comesFromFlood({ of_owner, ip }: Guess): Promise<boolean> {
    return !of_owner && (await this.addresses.isSpent(networkOf(ip)));
  }

  private demandOpen({ by }: Guess): Promise<void> {
    return this.accounts.demandOpen(by);
  }

  private async countFailure({ by, ip }: Guess): Promise<void> {
    const counts = [this.accounts.count(by), this.addresses.count(networkOf(ip))];
    const refusal = (await Promise.allSettled(counts)).find((count) => count.status === 'rejected');
    if (refusal !== undefined) throw refusal.reason;
  }
}

/**
 * What failures at an account are counted by.
 * @param user_id null: nobody has the email, and that must not show
 */
export function byAccount(user_id: string | null, email: string): string {
  return user_id ?? createHash('sha256').update(email.toLowerCase()).digest('base64url');
}
