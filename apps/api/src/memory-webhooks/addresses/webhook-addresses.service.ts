import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import type { ExecutionDto, WebhookAddressDto, WorkflowDto } from '@groupless/shared-dto';
import type { AuditEvent } from '../../audit/audit-event.entity';
import { AuditService } from '../../audit/audit.service';
import { EventsService } from '../../events/events.service';
import type { Actor } from '../../platform/access/caller';
import { found } from '../../platform/errors/found';
import { CachedValue } from '../../shared/cached-value';
import { ExecutionsService } from './executions.service';
import { toWorkflowDto, webhookUrl } from './webhook-address.mapper';
import type { WebhookAddress } from './webhook-address.entity';
import { WebhookAddressesRepository } from './webhook-addresses.repository';

/** The time to live: a change by any process takes effect on all within it. */
const MAX_AGE_MS = 1_000;

type Known = Pick<WebhookAddress, 'path' | 'method' | 'active'> & { id: Buffer };

/** The addresses of the five memory webhooks: their ids, and whether each is active. */
@Injectable()
export class WebhookAddressesService {
  private readonly cache = new CachedValue(() => this.loadKnown(), MAX_AGE_MS);

  constructor(
    private readonly addresses: WebhookAddressesRepository,
    private readonly executions: ExecutionsService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  async list(baseUrl: string): Promise<WorkflowDto[]> {
    return (await this.addresses.listAddresses()).map(await this.mapperAt(baseUrl));
  }

  /** The addresses of all webhooks, active or not. */
  async listAddresses(baseUrl: string): Promise<WebhookAddressDto[]> {
    const addresses = await this.addresses.listAddresses();
    return addresses.map(({ id, path, method }) => ({ path, method, url: webhookUrl(baseUrl, id, path) }));
  }

  async get(id: string, baseUrl: string): Promise<WorkflowDto> {
    return this.describeOne(await this.addresses.findAddress(id), baseUrl);
  }

  /** The last calls of a webhook, newest first, also under former ids. */
  async listExecutions(id: string): Promise<ExecutionDto[]> {
    return this.executions.list(found(await this.addresses.findAddress(id), 'workflow').path);
  }

  async setActive(id: string, active: boolean, baseUrl: string, actor: Actor): Promise<WorkflowDto> {
    const event = await this.eventOf(id, active ? 'workflow.activated' : 'workflow.deactivated', actor);
    return this.changed(await this.addresses.setActive(id, active, event), baseUrl);
  }

  /** Gives the webhook a new id, which invalidates its old URL. */
  async rotate(id: string, baseUrl: string, actor: Actor): Promise<WorkflowDto> {
    const event = await this.eventOf(id, 'workflow.rotated', actor);
    return this.changed(await this.addresses.replaceId(id, event), baseUrl);
  }

  /** The method of the active webhook with this id and path; null if there is none. */
  async findActiveMethod(id: string, path: string): Promise<WebhookAddress['method'] | null> {
    const given = Buffer.from(id);
    const known = (await this.cache.get()).find((address) => address.path === path);
    // All ids are UUIDs, so their length is public.
    if (known?.id.length !== given.length) return null;
    return timingSafeEqual(known.id, given) && known.active ? known.method : null;
  }

  /** Names the webhook by its path, because its id is a secret. */
  private async eventOf(id: string, action: string, actor: Actor): Promise<AuditEvent> {
    const { path } = found(await this.addresses.findAddress(id), 'workflow');
    return this.audit.eventOf(actor, { action, object: `workflow:${path}` });
  }

  private changed(address: WebhookAddress | null, baseUrl: string): Promise<WorkflowDto> {
    this.cache.expire();
    // Without the id, which is a secret.
    if (address !== null) this.events.announce('workflow.updated', null);
    return this.describeOne(address, baseUrl);
  }

  private async describeOne(address: WebhookAddress | null, baseUrl: string): Promise<WorkflowDto> {
    const known = found(address, 'workflow');
    return (await this.mapperAt(baseUrl))(known);
  }

  private async mapperAt(baseUrl: string): Promise<(address: WebhookAddress) => WorkflowDto> {
    const counts = new Map((await this.executions.countCalls()).map((one) => [one.workflow_path, one]));
    return (address) => toWorkflowDto(address, counts.get(address.path), baseUrl);
  }

  private async loadKnown(): Promise<Known[]> {
    const addresses = await this.addresses.listAddresses();
    return addresses.map(({ id, path, method, active }) => ({ id: Buffer.from(id), path, method, active }));
  }
}
