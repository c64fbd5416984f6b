import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import {
  ACCESS,
  CONFIRMATION,
  type AccessPolicy,
  type ConfirmationDemand,
  type ConfirmedField,
  type Demand,
} from '../platform/access/access.decorators';
import type { Caller, UserCaller } from '../platform/access/caller';
import { rememberCaller } from '../platform/access/current-caller';
import { demandOneOf } from '../platform/access/demand';
import { AppError } from '../platform/errors/app-error';
import { BodyGuard } from '../platform/http/bodies/body.guard';
import { ConfirmationService, confirmationRequired } from './confirmation/confirmation.service';
import { KeyCredentialsService } from './key-credentials.service';
import { AccessTokenGuard } from './tokens/access-token.guard';
import { bearerKeyOf } from './tokens/bearer-token';

/** The guard of every route: enforces the handler's declared access policy. */
@Injectable()
export class AccessGuard implements CanActivate {
  /** A cache by handler, because reading metadata is the slowest step of a public route. */
  private readonly policies = new WeakMap<object, AccessPolicy>();
  private readonly body = new BodyGuard('known_callers');

  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: AccessTokenGuard,
    private readonly keys: KeyCredentialsService,
    private readonly confirmations: ConfirmationService,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const policy = this.policyOf(context);
    switch (policy?.kind) {
      case 'open':
      case 'own_guard':
        return true;
      case 'caller':
        return this.demand(context, policy);
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

  /** One invalid credential refuses the request, even if another one is valid. */
  private async demand(context: ExecutionContext, demand: Demand): Promise<true> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const caller = demandOneOf(await this.listCallers(context, request, demand), demand);
    rememberCaller(request, caller);
    if (caller.kind === 'user') await this.demandConfirmation(context, request, caller);
    return true;
  }

  private async listCallers(
    context: ExecutionContext,
    request: FastifyRequest,
    demand: Demand,
  ): Promise<Caller[]> {
    const { authorization } = request.headers;
    const bearerKey = bearerKeyOf(authorization, demand.takes_bearer_keys === true);
    const callers: Caller[] = [];
    try {
      if (bearerKey !== null) callers.push(await this.keys.identifyBearer(request, bearerKey));
      else if (authorization !== undefined) callers.push(await this.tokens.userOf(context));
      return [...callers, ...(await this.keys.listCallers(request))];
    } catch (error) {
      throw withHeaderHint(error, demand);
    }
  }

  /** Some routes need confirmation only for certain fields, so the body is parsed here. */
  private async demandConfirmation(
    context: ExecutionContext,
    request: FastifyRequest,
    caller: UserCaller,
  ): Promise<void> {
    const demand = this.reflector.get<ConfirmationDemand | undefined>(CONFIRMATION, context.getHandler());
    if (demand === undefined || (await this.confirmations.isConfirmed(caller))) return;
    if (demand !== 'always') {
      await this.body.canActivate(context);
      const body = (request.body ?? {}) as Record<string, unknown>;
      if (!demand.some((one) => isGiven(body, one))) return;
    }
    throw confirmationRequired();
  }
}

/** Names the workflow key's own header in the error, because it is unknown in any other. */
function withHeaderHint(error: unknown, { scopes }: Demand): unknown {
  const isUnknownKey = error instanceof AppError && error.code === 'invalid_api_key';
  if (!isUnknownKey || !scopes.includes('workflows')) return error;
  return new AppError(error.code, `${error.message} The workflow key goes into X-WORKFLOW-API-KEY.`);
}

function isGiven(body: Record<string, unknown>, demanded: ConfirmedField): boolean {
  if (typeof demanded === 'string') return Object.hasOwn(body, demanded);
  return body[demanded.field] === demanded.is;
}
