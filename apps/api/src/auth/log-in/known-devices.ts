import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { randomUUID } from 'node:crypto';
import { Clock } from '../../shared/clock';
import { ALGORITHM, DEVICE, epoch, ISSUER, signToken } from '../tokens/tokens';

/** A year without a log-in, and a device is a stranger again. */
export const KNOWN_DEVICE_S = 365 * 86_400;

/**
 * Devices on which a user has logged in before. Such a device gets a signed cookie, which opens nothing: it
 * only gives its user a count of failures apart from the account's, so that strangers' guesses cannot lock
 * the owner out.
 */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly jwt: JwtService,
    private readonly clock: Clock,
  ) {}

  /** The device's id; null if the token is not one of this user's devices. */
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

  /** @param known the id that the device has already */
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
