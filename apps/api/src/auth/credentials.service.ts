import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { satisfies, type Demand } from '../shared/access/access.decorators';
import type { Caller, KeyCaller, UserCaller } from '../shared/access/caller';
import { Clock } from '../shared/clock';
import { AppError } from '../shared/errors/app-error';
import { ApiKeys, KEY_HEADERS, type KeyHeader } from './api-keys';
import { BearerStrategy } from './bearer.strategy';
import { FailuresService } from './failures.service';
import { LiveSessionsService } from './live-sessions.service';

const CREDENTIAL_HEADERS = ['authorization', ...KEY_HEADERS] as const;
type CredentialHeader = (typeof CREDENTIAL_HEADERS)[number];

/** Reads the credentials of a request and says whether they are enough. */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly keys: ApiKeys,
    private readonly failures: FailuresService,
    private readonly bearer: BearerStrategy,
    private readonly live: LiveSessionsService,
    private readonly clock: Clock,
  ) {}

  /**
   * The caller whose credential is enough.
   * @param headers those that may hold a credential here; others are not looked at
   * @throws AppError `unauthenticated`, `invalid_api_key`, `api_key_expired`, `forbidden`, `too_many_requests`
   */
  async demand(
    request: FastifyRequest,
    demand: Demand,
    headers: readonly CredentialHeader[] = CREDENTIAL_HEADERS,
  ): Promise<Caller> {
    const callers = await this.identify(request, headers);
    if (callers.length === 0) {
      throw new AppError('unauthenticated', 'This address needs a credential in a header.');
    }
    const caller = callers.find((one) => satisfies(one, demand));
    if (caller === undefined) throw new AppError('forbidden', 'The credential does not open this address.');
    return caller;
  }

  /** Everybody whom the headers name. One wrong credential spoils them all. */
  private async identify(request: FastifyRequest, headers: readonly CredentialHeader[]): Promise<Caller[]> {
    const callers: Caller[] = [];
    for (const header of headers) {
      const value = request.headers[header];
      if (value === undefined) continue;
      const is_token = header === 'authorization';
      callers.push(is_token ? await this.user(request) : await this.key(request, header, String(value)));
    }
    return callers;
  }

  private async user(request: FastifyRequest): Promise<UserCaller> {
    const claims = await this.bearer.read(request);
    const session = claims === null ? null : await this.live.find(claims.session_id, claims.user_id);
    if (claims === null || session === null || session.ends_at <= this.clock.now()) {
      throw new AppError('unauthenticated', 'The credential in Authorization is not known, or has ended.');
    }
    const { user_id: id, name, role } = session;
    return { kind: 'user', id, name, role, session_id: claims.session_id };
  }

  /** Only keys can be guessed at: what a token says is signed, and an expired one is no attack. */
  private async key(request: FastifyRequest, header: KeyHeader, value: string): Promise<KeyCaller> {
    try {
      return await this.keys.identify(header, value);
    } catch (error) {
      // One that has expired was right; it is told so however often it comes.
      if (error instanceof AppError && error.code === 'invalid_api_key')
        await this.failures.count(request.ip);
      throw error;
    }
  }
}
