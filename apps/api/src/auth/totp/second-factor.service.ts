import { Injectable } from '@nestjs/common';
import { Secret, TOTP } from 'otpauth';
import type { TotpSetupDto } from '@groupless/shared-dto';
import type { AuditEvent } from '../../audit/audit-event.entity';
import { sealedPlace } from '../../database/sealed/sealed-columns';
import { Clock } from '../../platform/clock';
import { SealedTexts } from '../../platform/crypto/sealed-text';
import type { User } from '../../users/user.entity';
import { digestOfRecoveryCode, newRecoveryCodes } from './recovery-codes';
import { TotpRepository } from './totp.repository';

/** The parameters that every authenticator supports. */
const RULES = { issuer: 'Groupless', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Codes of the steps before and after are accepted too. */
const WINDOW = 1;
const DIGITS = /^\d{6}$/;

/** TOTP codes, and recovery codes as a substitute. Each can be used once. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly totps: TotpRepository,
    private readonly texts: SealedTexts,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes a pending secret, which becomes active when a code proves it.
   * @param user as it was when the request was checked
   * @returns null if TOTP was switched on or off since
   */
  async setUp({ id, email, totp_secret }: User, event: AuditEvent): Promise<TotpSetupDto | null> {
    const secret = new Secret({ size: 20 });
    const otpauth_url = new TOTP({ ...RULES, label: email, secret }).toString();
    const sealed = this.texts.seal(secret.base32, placeOf(id));
    const isStored = await this.totps.setPendingTotp(id, totp_secret, sealed, event);
    return isStored ? { secret: secret.base32, otpauth_url } : null;
  }

  /**
   * Activates a pending secret.
   * @param step of the code that proved it
   * @returns recovery codes; null if another secret was set up meanwhile
   */
  async enable(user_id: string, pending: string, step: number, event: AuditEvent): Promise<string[] | null> {
    const codes = newRecoveryCodes();
    const codeDigests = codes.map(digestOfRecoveryCode);
    const isEnabled = await this.totps.enableTotp(
      user_id,
      { pending, step, code_digests: codeDigests },
      event,
    );
    return isEnabled ? codes : null;
  }

  disable(user_id: string, event: AuditEvent): Promise<void> {
    return this.totps.disableTotp(user_id, event);
  }

  /** The same for a user who has lost the authenticator: all their sessions end too. */
  async disableOfOther(user_id: string, event: AuditEvent): Promise<void> {
    await this.totps.disableTotpOfOther(user_id, event);
  }

  /** Accepts a code of a user with TOTP, and marks it as used. */
  async accepts({ id, totp_secret }: User, code: string): Promise<boolean> {
    if (totp_secret === null) return false;
    if (!DIGITS.test(code)) return this.totps.useRecoveryCode(id, digestOfRecoveryCode(code));
    const step = this.stepOf(id, totp_secret, code);
    return step !== null && this.totps.acceptTotpStep(id, step);
  }

  /** The 30-second step of a code; null if the code is wrong or outside the window. */
  stepOf(user_id: string, sealed: string, code: string): number | null {
    if (!DIGITS.test(code)) return null;
    const secret = Secret.fromBase32(this.texts.open(sealed, placeOf(user_id)));
    const timestamp = this.clock.now().getTime();
    const delta = new TOTP({ ...RULES, secret }).validate({ token: code, timestamp, window: WINDOW });
    return delta === null ? null : TOTP.counter({ period: RULES.period, timestamp }) + delta;
  }
}

/** The same place for pending and active secrets, so activating needs no resealing. */
function placeOf(user_id: string): string {
  return sealedPlace('users.totp_secret', user_id);
}
