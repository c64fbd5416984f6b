import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { AppError } from '../../platform/errors/app-error';
import { baseUrl } from '../../platform/http/server/base-url';

/**
 * CSRF protection for routes with a cookie: accepts only requests that a page of the panel made, according to the
 * browser's headers.
 */
@Injectable()
export class SameOriginGuard implements CanActivate {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { 'sec-fetch-site': site, origin } = request.headers;
    if (site === 'same-origin' || origin === baseUrl(this.settings, request)) return true;
    throw new AppError(
      'cross_site',
      'Only the panel itself may ask for this: Sec-Fetch-Site or Origin must say so.',
    );
  }
}
