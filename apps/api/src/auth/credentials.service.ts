import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Scope } from '../shared/access/access.decorators';
import { AppError } from '../shared/errors/app-error';
import { ApiKeys, KEY_HEADERS, type Caller } from './api-keys';
import { FailuresService } from './failures.service';

const CREDENTIAL_HEADERS = ['authorization', ...KEY_HEADERS] as const;
type CredentialHeader = (typeof CREDENTIAL_HEADERS)[number];

/** Reads the credentials of a request and says whether they are enough. */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly keys: ApiKeys,
    private readonly failures: FailuresService,
  ) {}

  /**
   * The caller whose credential has the scope.
   * @param headers those that may hold a credential here; others are not looked at
   * @throws AppError `unauthenticated`, `invalid_api_key`, `api_key_expired`, `forbidden`, `too_many_requests`
   */
  async demandScope(
    request: FastifyRequest,
    scope: Scope,
    headers: readonly CredentialHeader[] = CREDENTIAL_HEADERS,
  ): Promise<Caller> {
    const callers = await this.identify(request, headers);
    if (callers.length === 0) {
      throw new AppError('unauthenticated', 'This address needs an API key in a header.');
    }
    const caller = callers.find((one) => one.scopes.includes(scope));
    if (caller === undefined) throw new AppError('forbidden', 'The API key does not open this address.');
    return caller;
  }

  /** Everybody whom the headers name. One wrong credential spoils them all. */
  private async identify(request: FastifyRequest, headers: readonly CredentialHeader[]): Promise<Caller[]> {
    try {
      return headers.flatMap((header) => {
        const value = request.headers[header];
        if (value === undefined) return [];
        if (header === 'authorization') {
          throw new AppError('unauthenticated', 'The credential in Authorization is not known.');
        }
        return [this.keys.identify(header, String(value))];
      });
    } catch (error) {
      await this.failures.count(request.ip);
      throw error;
    }
  }
}
