import type { JwtService } from '@nestjs/jwt';

/** HMAC with SHA-256 and `JWT_SECRET`. No other algorithm is accepted. */
export const ALGORITHM = 'HS256';
export const ISSUER = 'groupless';

/** Types of JWT. Each has its own type and audience, so that one cannot be used as another. */
export const ACCESS = { typ: 'at+jwt', audience: 'groupless-api' } as const;
export const DEVICE = { typ: 'device+jwt', audience: 'groupless-login' } as const;
export type TokenKind = typeof ACCESS | typeof DEVICE;

export interface SignedClaims {
  sub: string;
  jti: string;
  sid?: string;
  /** Seconds since 1970. */
  iat: number;
  exp: number;
}

export function signToken(jwt: JwtService, { typ, audience }: TokenKind, claims: SignedClaims): string {
  const header = { alg: ALGORITHM, typ } as const;
  return jwt.sign(claims, { algorithm: ALGORITHM, header, issuer: ISSUER, audience });
}

/** Seconds since 1970. */
export function epoch(instant: Date): number {
  return Math.floor(instant.getTime() / 1_000);
}
