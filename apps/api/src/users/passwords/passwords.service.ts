import { Inject, Injectable, Logger } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { PASSWORD_COSTS } from '../../config/config.module';
import type { PasswordCost } from '../../shared/crypto/password-cost';
import { invalidRequest } from '../../shared/errors/app-error';
import { ConcurrencyLimit } from '../../shared/concurrency-limit';
import { isCommonPassword } from './common-passwords';
import { hashPassword, isOutdated, isReadable, verifyPassword } from './password-hash';

interface Matching {
  /** `owner`: from a device or session of the account's owner, who does not wait behind others. */
  lane: 'common' | 'owner';
  /** Runs when the turn has come; what it throws spares the work. */
  first: () => Promise<void>;
}

/** One of Node's four worker threads stays free for files, names and compression. */
const AT_ONCE = Math.min(2, availableParallelism());
const REFUSAL = 'Too many people are logging in just now.';

/**
 * Makes and checks password hashes. Each takes a core and 64 MiB for some 150 ms, so only a few are made at a
 * time. What waits too long is refused with 503, the only reason for which a right password is refused.
 */
@Injectable()
export class PasswordsService {
  private readonly lanes = {
    common: new ConcurrencyLimit({ at_once: AT_ONCE, waiting: 1_000, patience_ms: 30_000, refusal: REFUSAL }),
    owner: new ConcurrencyLimit({ at_once: 1, waiting: 1_000, patience_ms: 30_000, refusal: REFUSAL }),
  };
  private readonly log = new Logger(PasswordsService.name);
  private readonly reported = new Set<string>();

  constructor(@Inject(PASSWORD_COSTS) private readonly cost: PasswordCost) {}

  /**
   * @param lane `owner`: of a user who is logged in
   * @throws AppError `overloaded`
   */
  hash(password: string, lane: Matching['lane'] = 'common'): Promise<string> {
    return this.lanes[lane].run(() => hashPassword(password, this.cost));
  }

  /**
   * Whether the password is the one of the stored hash, at the same cost whether there is one or not.
   * @throws AppError `overloaded`, and what `first` throws
   */
  matches(stored: string | null, password: string, { lane, first }: Matching): Promise<boolean> {
    if (stored !== null && !isReadable(stored)) this.reportOnce(stored);
    return this.lanes[lane].run(async () => {
      await first();
      return verifyPassword(stored, password, this.cost);
    });
  }

  /** A random password of 120 bits. */
  generate(): string {
    return randomBytes(15).toString('base64url');
  }

  isOutdated(stored: string): boolean {
    return isOutdated(stored, this.cost);
  }

  isCommon(password: string): Promise<boolean> {
    return isCommonPassword(password);
  }

  /** @throws AppError `invalid_request` on the field */
  async demandUncommon(field: string, password: string): Promise<void> {
    if (!(await this.isCommon(password))) return;
    const message = `${field} is one of the most common passwords.`;
    throw invalidRequest([{ field, code: 'too_common', message }]);
  }

  /** No password matches such a hash. Logged once a hash, not at every attempt. */
  private reportOnce(stored: string): void {
    if (this.reported.has(stored)) return;
    this.reported.add(stored);
    this.log.error('A stored password hash cannot be read: its user needs another password.');
  }
}
