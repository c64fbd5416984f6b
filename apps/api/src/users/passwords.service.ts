import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { invalidRequest } from '../shared/errors/app-error';
import { Turns } from '../shared/turns';
import { isCommonPassword } from './common-passwords';
import { hashPassword, isOutdated, verifyPassword } from './password-hash';

/**
 * Makes and checks password hashes. Each takes a core and 64 MiB for some 150 ms, so only a few are made at a
 * time; one of Node's four worker threads stays free for files and names. Who waits too long for a turn gets
 * 429: an overload is the only reason why a right password could be told to come again.
 */
@Injectable()
export class PasswordsService {
  private readonly turns = new Turns({
    at_once: Math.min(3, availableParallelism()),
    waiting: 1_000,
    patience_ms: 30_000,
  });

  /** @throws AppError `too_many_requests` */
  hash(password: string): Promise<string> {
    return this.turns.take(() => hashPassword(password));
  }

  /**
   * Whether the password is the one of the stored hash, at the same cost whether there is one or not.
   * @param first runs when the turn has come; what it throws spares the work
   * @throws AppError `too_many_requests`
   */
  matches(stored: string | null, password: string, first: () => Promise<void>): Promise<boolean> {
    return this.turns.take(async () => {
      await first();
      return verifyPassword(stored, password);
    });
  }

  /** A random password of 120 bits. */
  generate(): string {
    return randomBytes(15).toString('base64url');
  }

  isOutdated(stored: string): boolean {
    return isOutdated(stored);
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
}
