import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ACCESS, type AccessPolicy, type Demand } from '../shared/access/access.decorators';
import { rememberCaller } from '../shared/access/current-caller';
import { AppError } from '../shared/errors/app-error';
import { CredentialsService } from './credentials.service';

/** On every route: lets a request through only as the handler's declared policy says. */
@Injectable()
export class AccessGuard implements CanActivate {
  /** By handler: to look metadata up takes longer than all else that is done for an open route. */
  private readonly policies = new WeakMap<object, AccessPolicy>();

  constructor(
    private readonly reflector: Reflector,
    private readonly credentials: CredentialsService,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const policy = this.policyOf(context);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    switch (policy?.kind) {
      case 'open':
      case 'own_guard':
        return true;
      case 'caller':
        return this.demand(request, policy);
      case undefined:
        throw new AppError('forbidden', 'This address is closed.');
    }
  }

  private policyOf(context: ExecutionContext): AccessPolicy | undefined {
    const handler = context.getHandler();
    const known = this.policies.get(handler);
    if (known !== undefined) return known;
    const targets = [handler, context.getClass()];
    const policy = this.reflector.getAllAndOverride<AccessPolicy | undefined>(ACCESS, targets);
    if (policy !== undefined) this.policies.set(handler, policy);
    return policy;
  }

  private async demand(request: FastifyRequest, demand: Demand): Promise<true> {
    rememberCaller(request, await this.credentials.demand(request, demand));
    return true;
  }
}
