import { Injectable, Logger } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { invalidRequest } from '../shared/errors/app-error';
import { Turns } from '../shared/turns';
import { isCommonPassword } from './common-passwords';
import { hashPassword, isOutdated, isReadable, verifyPassword } from './password-hash';

interface Matching {
  /** `flood`: comes from where guesses have come in numbers. */
  line: 'common' | 'flood';
  /** Runs when the turn has come; what it throws spares the work. */
  first: () => Promise<void>;
}

/**
 * Makes and checks password hashes. Each takes a core and 64 MiB for some 150 ms, so only a few are made at a
 * time; one of Node's four worker threads stays free for files, names and compression. Who waits too long for a
 * turn gets 429: an overload is the only reason why a right password could be told to come again.
 */
@Injectable()
export class PasswordsService {
  private readonly turns = new Turns({
    at_once: Math.min(3, availableParallelism()),
    waiting: 1_000,
    patience_ms: 30_000,
  });
  /** Before the common line: of a flood one piece at a time stands in that, and few wait for it. */
  private readonly flood = new Turns({ at_once: 1, waiting: 10, patience_ms: 30_000 });
  private readonly log = new Logger(PasswordsService.name);
  private readonly reported = new Set<string>();

  /** @throws AppError `too_many_requests` */
  hash(password: string): Promise<string> {
    return this.turns.take(() => hashPassword(password));
  }

  /**
   * Whether the password is the one of the stored hash, at the same cost whether there is one or not.
   * @throws AppError `too_many_requests`
   */
  matches(stored: string | null, password: string, { line, first }: Matching): Promise<boolean> {
    if (stored !== null && !isReadable(stored)) this.reportOnce(stored);
    const match = () =>
      this.turns.take(async () => {
        await first();
        return verifyPassword(stored, password);
      });
    return line === 'flood' ? this.flood.take(match) : match();
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

  /** Such a hash fits no password, and somebody has to learn why; but not again at every guess. */
  private reportOnce(stored: string): void {
    if (this.reported.has(stored)) return;
    this.reported.add(stored);
    this.log.error('A stored password hash cannot be read: its user needs another password.');
  }
}
