import { Injectable } from '@nestjs/common';
import { Secret, TOTP } from 'otpauth';
import type { TotpSetupDto } from '@groupless/shared-dto';
import { Clock } from '../shared/clock';
import { SealedTexts } from '../shared/crypto/sealed-text';
import type { User } from '../users/user.entity';
import { AccountRepository } from './account.repository';
import { digestOfRecoveryCode } from './recovery-codes';

/** What every authenticator understands. */
const RULES = { issuer: 'Groupless', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Codes of the step before and after count too: clocks differ, and people type. */
const WINDOW = 1;
const DIGITS = /^\d{6}$/;

export interface NewSecret extends TotpSetupDto {
  /** As it may be stored. */
  sealed: string;
}

/** Codes of authenticators, and recovery codes in their place. Each is good once. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly texts: SealedTexts,
    private readonly clock: Clock,
  ) {}

  newSecret({ id, email }: User): NewSecret {
    const secret = new Secret({ size: 20 });
    const otpauth_url = new TOTP({ ...RULES, label: email, secret }).toString();
    return { secret: secret.base32, otpauth_url, sealed: this.texts.seal(secret.base32, placeOf(id)) };
  }

  /** Whether the code is one of the user's who has TOTP on. It is used up by that. */
  async accepts({ id, totp_secret }: User, code: string): Promise<boolean> {
    if (totp_secret === null) return false;
    if (!DIGITS.test(code)) return this.accounts.useRecoveryCode(id, digestOfRecoveryCode(code));
    const step = this.stepOf(id, totp_secret, code);
    return step !== null && this.accounts.acceptTotpStep(id, step);
  }

  /** The 30-second step whose code this is; null if it is none of the present ones. */
  stepOf(user_id: string, sealed: string, code: string): number | null {
    if (!DIGITS.test(code)) return null;
    const secret = Secret.fromBase32(this.texts.open(sealed, placeOf(user_id)));
    const timestamp = this.clock.now().getTime();
    const delta = new TOTP({ ...RULES, secret }).validate({ token: code, timestamp, window: WINDOW });
    return delta === null ? null : TOTP.counter({ period: RULES.period, timestamp }) + delta;
  }
}

/** Pending or not: a secret becomes the one that counts without being sealed anew. */
function placeOf(user_id: string): string {
  return `users.totp_secret:${user_id}`;
}
