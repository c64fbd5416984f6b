import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { AppError } from '../platform/errors/app-error';
import { baseUrl } from '../platform/http/server/base-url';

/** Refuses what a page of another site sends, as the MCP specification demands. Programs send no `Origin`. */
@Injectable()
export class OwnOriginGuard implements CanActivate {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { origin } = request.headers;
    if (origin === undefined || origin === baseUrl(this.settings, request)) return true;
    throw new AppError('cross_site', 'Pages of other sites may not ask for this. Programs leave Origin out.');
  }
}
