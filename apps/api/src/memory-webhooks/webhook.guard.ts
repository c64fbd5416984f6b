import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { KeyCredentialsService } from '../auth/key-credentials.service';
import { KeyFailuresService } from '../auth/limits/key-failures.service';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { demandOfMemoryKey, type Demand } from '../platform/access/access.decorators';
import type { KeyCaller } from '../platform/access/caller';
import { rememberCaller } from '../platform/access/current-caller';
import { demandOneOf } from '../platform/access/demand';
import { AppError } from '../platform/errors/app-error';
import { WebhookAddressesService } from './addresses/webhook-addresses.service';

const NOT_FOUND =
  'No webhook has this address. Its form is /webhook/<workflow id>/webhook/<path>; the panel shows the addresses ' +
  'under Memory, Webhooks, and GET /api/workflows lists them.';

type WebhookRequest = FastifyRequest<{ Params: { workflow_id?: string; path?: string } }>;

const calledPaths = new WeakMap<FastifyRequest, string>();

/** The last part of the webhook's URL where a request names its id too, with or without the right to call it. */
export function calledWebhook(request: FastifyRequest): string | undefined {
  return calledPaths.get(request);
}

/**
 * A caller must know the webhook's id, and send a key where one is required. A key that is sent without need says who writes, and is
 * refused if it is wrong. Whatever is wrong with an address (its form, the id, another webhook's id, a webhook that is switched off)
 * gets the same answer.
 */
@Injectable()
export class WebhookGuard implements CanActivate {
  constructor(
    private readonly addresses: WebhookAddressesService,
    private readonly keys: KeyCredentialsService,
    private readonly failures: KeyFailuresService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<WebhookRequest>();
    const routed = request.routeOptions.config.webhook_path;
    const path = routed ?? request.params.path ?? '';
    const method = await this.addresses.findActiveMethod(request.params.workflow_id ?? '', path);
    if (method === null) {
      await this.failures.count(request.ip, 'webhook_id');
      throw new AppError('webhook_not_found', NOT_FOUND);
    }
    if (routed === undefined) throw wrongMethod(method);
    calledPaths.set(request, routed);
    const caller = await this.callerOf(request, demandOfMemoryKey(method === 'GET' ? 'viewer' : 'operator'));
    if (caller !== undefined) rememberCaller(request, caller);
    return true;
  }

  private async callerOf(request: FastifyRequest, demand: Demand): Promise<KeyCaller | undefined> {
    const callers = await this.keys.listCallers(request, ['x-api-key']);
    // A key that has an owner is bounded by the owner's role also where none is demanded.
    const isBounded = callers.some(({ owner_id = null }) => owner_id !== null);
    return this.settings.memory_key_demanded || isBounded ? demandOneOf(callers, demand) : callers[0];
  }
}

function wrongMethod(method: 'GET' | 'POST'): AppError {
  return new AppError('method_not_allowed', `This webhook takes ${method}.`, {
    headers: { allow: method === 'GET' ? 'GET, HEAD' : 'POST' },
  });
}
