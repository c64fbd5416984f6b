import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { randomUUID } from 'node:crypto';
import { Clock } from '../../platform/clock';
import { ALGORITHM, DEVICE, epoch, ISSUER, signToken } from '../tokens/tokens';

/** A device is unknown again after a year without a log-in. */
export const KNOWN_DEVICE_S = 365 * 86_400;

/**
 * Devices on which a user has logged in before. Such a device has a signed cookie. It grants no access; it only gives
 * failures their own counter, so that others' guesses cannot lock the owner out.
 */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly jwt: JwtService,
    private readonly clock: Clock,
  ) {}

  /** The device's id; null if the token is not of this user. */
  recognise(token: string | null, user_id: string): string | null {
    if (token === null) return null;
    try {
      const { header, payload } = this.jwt.verify<{ header: { typ?: string }; payload: Claims }>(token, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: DEVICE.audience,
        clockTimestamp: epoch(this.clock.now()),
        complete: true,
      });
      return header.typ === DEVICE.typ && payload.sub === user_id ? payload.jti : null;
    } catch {
      return null;
    }
  }

  /** @param known the id of a known device */
  tokenFor(user_id: string, known: string | null): string {
    const iat = epoch(this.clock.now());
    const claims = { sub: user_id, jti: known ?? randomUUID(), iat, exp: iat + KNOWN_DEVICE_S };
    return signToken(this.jwt, DEVICE, claims);
  }
}

interface Claims {
  sub: string;
  jti: string;
}
