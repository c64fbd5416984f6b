import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Demand } from '../../shared/access/access.decorators';
import type { KeyCaller } from '../../shared/access/caller';
import { demandOneOf } from '../../shared/access/demand';
import { AppError } from '../../shared/errors/app-error';
import { KeyFailuresService } from '../limits/key-failures.service';
import { KEY_HEADERS, KnownKeys, type KeyHeader } from './known-keys';

/** Reads the API keys of a request. */
@Injectable()
export class KeyCredentialsService {
  constructor(
    private readonly keys: KnownKeys,
    private readonly failures: KeyFailuresService,
  ) {}

  /**
   * The caller whose key is enough.
   * @throws AppError `unauthenticated`, `invalid_api_key`, `api_key_expired`, `forbidden`, `too_many_requests`
   */
  async demand(request: FastifyRequest, demand: Demand, headers: readonly KeyHeader[]): Promise<KeyCaller> {
    return demandOneOf(await this.listCallers(request, headers), demand);
  }

  /**
   * Everybody whom the headers name.
   * @throws AppError `invalid_api_key`, `api_key_expired`, `too_many_requests` if one of them is not valid
   */
  async listCallers(
    request: FastifyRequest,
    headers = KEY_HEADERS as readonly KeyHeader[],
  ): Promise<KeyCaller[]> {
    const callers: KeyCaller[] = [];
    for (const header of headers) {
      const value = request.headers[header];
      if (value !== undefined) callers.push(await this.identify(request, header, String(value)));
    }
    return callers;
  }

  /**
   * Whose key this is. Only keys can be guessed: what a token says is signed, and an expired one is no attack.
   * @throws AppError `invalid_api_key`, `api_key_expired`, `too_many_requests`
   */
  identify(request: FastifyRequest, header: KeyHeader, value: string): Promise<KeyCaller> {
    return this.counted(request, () => this.keys.identify(header, value));
  }

  /** The same for a key that came as `Authorization: Bearer <key>`. */
  identifyBearer(request: FastifyRequest, value: string): Promise<KeyCaller> {
    return this.counted(request, () => this.keys.identify('x-api-key', value, 'Authorization'));
  }

  private async counted(request: FastifyRequest, identify: () => Promise<KeyCaller>): Promise<KeyCaller> {
    try {
      return await identify();
    } catch (error) {
      // A key that has expired was right, so it is not counted.
      if (error instanceof AppError && error.code === 'invalid_api_key')
        await this.failures.count(request.ip, 'key');
      throw error;
    }
  }
}
