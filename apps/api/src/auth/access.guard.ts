import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ACCESS, type AccessPolicy } from '../shared/access/access.decorators';
import { rememberCaller } from '../shared/access/current-caller';
import { AppError } from '../shared/errors/app-error';
import { CredentialsService } from './credentials.service';

/** On every route: lets a request through only as the handler's declared policy says. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly credentials: CredentialsService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    const policy = this.reflector.getAllAndOverride<AccessPolicy | undefined>(ACCESS, targets);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    switch (policy?.kind) {
      case 'open':
      case 'own_guard':
        return true;
      case 'caller':
        rememberCaller(request, await this.credentials.demand(request, policy));
        return true;
      case undefined:
        throw new AppError('forbidden', 'This address is closed.');
    }
  }
}
