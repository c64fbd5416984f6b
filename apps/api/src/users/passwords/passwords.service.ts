import { Inject, Injectable, Logger } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { PASSWORD_COSTS } from '../../config/config.module';
import type { PasswordCost } from '../../platform/crypto/password-cost';
import { invalidRequest } from '../../platform/errors/app-error';
import { ConcurrencyLimit } from '../../shared/concurrency-limit';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { isCommonPassword, isGuessable } from './common-passwords';
import { hashPassword, isOutdated, isReadable, verifyPassword } from './password-hash';

interface Matching {
  /** `owner`: a separate queue for devices and sessions of the account's owner. */
  lane: 'common' | 'owner';
  /** Runs just before the hash; if it throws, there is no hash. */
  first: () => Promise<void>;
}

/** Leaves some of Node's four worker threads free for files, DNS and compression. */
const CONCURRENT = Math.min(2, availableParallelism());
/** Whose password it is. */
export interface Person {
  name: string;
  email: string;
}

const PRODUCT = 'Groupless';
const REFUSAL = 'Too many people are logging in just now.';

/**
 * Makes and checks password hashes. Each takes a core and 64 MiB for some 150 ms, so concurrency is limited. Only an
 * overload (503) refuses a right password.
 */
@Injectable()
export class PasswordsService {
  private readonly lanes = {
    common: new ConcurrencyLimit({
      at_once: CONCURRENT,
      waiting: 1_000,
      patience_ms: 30_000,
      refusal: REFUSAL,
    }),
    owner: new ConcurrencyLimit({ at_once: 1, waiting: 1_000, patience_ms: 30_000, refusal: REFUSAL }),
  };
  private readonly log = new Logger(PasswordsService.name);
  private readonly reported = new Set<string>();

  constructor(
    @Inject(PASSWORD_COSTS) private readonly cost: PasswordCost,
    private readonly business: ChatAgentSettingsService,
  ) {}

  /**
   * @param lane `owner`: for a logged-in user
   * @throws AppError `overloaded`
   */
  hash(password: string, lane: Matching['lane'] = 'common'): Promise<string> {
    return this.lanes[lane].run(() => hashPassword(password, this.cost));
  }

  /**
   * Whether the password matches the stored hash. It takes the same time without one.
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

  /** Whether it is made of a common password, or of the name of the business, the program or its user. */
  async isGuessable(password: string, { name, email }: Person): Promise<boolean> {
    const business = await this.business.current();
    const names = [PRODUCT, business.business_name, business.name, name, email];
    return (await isCommonPassword(password)) || isGuessable(password, names);
  }

  /** @throws AppError `invalid_request` on the field */
  async demandUncommon(field: string, password: string, person: Person): Promise<void> {
    if (!(await this.isGuessable(password, person))) return;
    const message = `${field} is one of the most common passwords, or a name.`;
    throw invalidRequest([{ field, code: 'too_common', message }]);
  }

  /** Logs an unreadable hash once, not at every attempt. */
  private reportOnce(stored: string): void {
    if (this.reported.has(stored)) return;
    this.reported.add(stored);
    this.log.error('A stored password hash cannot be read: its user needs another password.');
  }
}
