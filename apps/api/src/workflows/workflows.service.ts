import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import type { ExecutionDto, WebhookAddressDto, WorkflowDto } from '@groupless/shared-dto';
import type { AuditEvent } from '../audit/audit-event.entity';
import { AuditService } from '../audit/audit.service';
import { EventsService } from '../events/events.service';
import type { Actor } from '../shared/access/caller';
import { found } from '../shared/errors/found';
import { CachedValue } from '../shared/cached-value';
import { ExecutionsService } from './executions.service';
import { toWorkflowDto, webhookUrl } from './workflow.mapper';
import type { Workflow } from './workflow.entity';
import { WorkflowsRepository } from './workflows.repository';

/** A change made by any process counts on every other within this time. */
const MAX_AGE_MS = 1_000;

type Known = Pick<Workflow, 'path' | 'method' | 'active'> & { id: Buffer };

/** The five webhooks' ids, and whether each is switched on. */
@Injectable()
export class WorkflowsService {
  private readonly known = new CachedValue(() => this.loadKnown(), MAX_AGE_MS);

  constructor(
    private readonly workflows: WorkflowsRepository,
    private readonly executions: ExecutionsService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  async list(baseUrl: string): Promise<WorkflowDto[]> {
    return (await this.workflows.listWorkflows()).map(await this.mapperAt(baseUrl));
  }

  /** Where the webhooks are called, whether they are switched on or not. */
  async listAddresses(baseUrl: string): Promise<WebhookAddressDto[]> {
    const workflows = await this.workflows.listWorkflows();
    return workflows.map(({ id, path, method }) => ({ path, method, url: webhookUrl(baseUrl, id, path) }));
  }

  async get(id: string, baseUrl: string): Promise<WorkflowDto> {
    return this.describeOne(await this.workflows.findWorkflow(id), baseUrl);
  }

  /** The last calls of a webhook, newest first; also those under its former ids. */
  async listExecutions(id: string): Promise<ExecutionDto[]> {
    return this.executions.list(found(await this.workflows.findWorkflow(id), 'workflow').path);
  }

  async setActive(id: string, active: boolean, baseUrl: string, actor: Actor): Promise<WorkflowDto> {
    const event = await this.eventOf(id, active ? 'workflow.activated' : 'workflow.deactivated', actor);
    return this.changed(await this.workflows.setActive(id, active, event), baseUrl);
  }

  /** Gives the workflow a new id; its old URL is dead from now on. */
  async rotate(id: string, baseUrl: string, actor: Actor): Promise<WorkflowDto> {
    const event = await this.eventOf(id, 'workflow.rotated', actor);
    return this.changed(await this.workflows.replaceId(id, event), baseUrl);
  }

  /** The method of the switched-on webhook with this id and path; null if there is none. */
  async findActiveMethod(id: string, path: string): Promise<Workflow['method'] | null> {
    const given = Buffer.from(id);
    const known = (await this.known.get()).find((workflow) => workflow.path === path);
    // All ids are UUIDs: their length is no secret.
    if (known?.id.length !== given.length) return null;
    return timingSafeEqual(known.id, given) && known.active ? known.method : null;
  }

  /** Names the workflow by its path: its id is as good as a secret. */
  private async eventOf(id: string, action: string, actor: Actor): Promise<AuditEvent> {
    const { path } = found(await this.workflows.findWorkflow(id), 'workflow');
    return this.audit.eventOf(actor, { action, object: `workflow:${path}` });
  }

  private changed(workflow: Workflow | null, baseUrl: string): Promise<WorkflowDto> {
    this.known.expire();
    // Without the id, which is as good as a secret.
    if (workflow !== null) this.events.announce('workflow.updated', null);
    return this.describeOne(workflow, baseUrl);
  }

  private async describeOne(workflow: Workflow | null, baseUrl: string): Promise<WorkflowDto> {
    const known = found(workflow, 'workflow');
    return (await this.mapperAt(baseUrl))(known);
  }

  private async mapperAt(baseUrl: string): Promise<(workflow: Workflow) => WorkflowDto> {
    const counts = new Map((await this.executions.countCalls()).map((one) => [one.workflow_path, one]));
    return (workflow) => toWorkflowDto(workflow, counts.get(workflow.path), baseUrl);
  }

  private async loadKnown(): Promise<Known[]> {
    const workflows = await this.workflows.listWorkflows();
    return workflows.map(({ id, path, method, active }) => ({ id: Buffer.from(id), path, method, active }));
  }
}
