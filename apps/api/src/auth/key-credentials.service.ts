import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { KeyCaller } from '../platform/access/caller';
import { AppError } from '../platform/errors/app-error';
import { KeyFailuresService } from './limits/key-failures.service';
import { KEY_HEADERS, KnownKeys, type KeyHeader } from '../api-keys/public';

/** Authenticates the API keys of a request. */
@Injectable()
export class KeyCredentialsService {
  constructor(
    private readonly keys: KnownKeys,
    private readonly failures: KeyFailuresService,
  ) {}

  /**
   * The callers of all keys in the headers.
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
   * Identifies a key and counts failures, because keys can be guessed (signed tokens cannot).
   * @throws AppError `invalid_api_key`, `api_key_expired`, `too_many_requests`
   */
  identify(request: FastifyRequest, header: KeyHeader, value: string): Promise<KeyCaller> {
    return this.counted(request, () => this.keys.identify(header, value));
  }

  /** The same for `Authorization: Bearer <key>`. */
  identifyBearer(request: FastifyRequest, value: string): Promise<KeyCaller> {
    return this.counted(request, () => this.keys.identify('x-api-key', value, 'Authorization'));
  }

  private async counted(request: FastifyRequest, identify: () => Promise<KeyCaller>): Promise<KeyCaller> {
    try {
      return await identify();
    } catch (error) {
      // An expired key is not a guess, so it is not counted.
      if (error instanceof AppError && error.code === 'invalid_api_key')
        await this.failures.count(request.ip, 'key');
      throw error;
    }
  }
}
