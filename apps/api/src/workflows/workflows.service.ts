import { Inject, Injectable } from '@nestjs/common';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { WorkflowDto } from '@groupless/shared-dto';
import { AppError } from '../shared/errors/app-error';
import { FreshValue } from '../shared/fresh-value';
import { toWorkflowDto } from './workflow.mapper';
import type { Workflow } from './workflow.entity';
import { WorkflowsRepository } from './workflows.repository';

/** A change made by any process counts on every other within this time. */
const MAX_AGE_MS = 1_000;

type Known = Pick<Workflow, 'path' | 'method' | 'active'> & { id_digest: Buffer };

/** The five webhooks' ids, and whether each is switched on. */
@Injectable()
export class WorkflowsService {
  private readonly known = new FreshValue(() => this.loadKnown(), MAX_AGE_MS);

  constructor(@Inject(WorkflowsRepository) private readonly workflows: WorkflowsRepository) {}

  async list(base_url: string): Promise<WorkflowDto[]> {
    return (await this.workflows.listWorkflows()).map((workflow) => toWorkflowDto(workflow, base_url));
  }

  async get(id: string, base_url: string): Promise<WorkflowDto> {
    return toWorkflowDto(found(await this.workflows.findWorkflow(id)), base_url);
  }

  async setActive(id: string, active: boolean, base_url: string): Promise<WorkflowDto> {
    return this.changed(await this.workflows.setActive(id, active), base_url);
  }

  /** Gives the workflow a new id; its old URL is dead from now on. */
  async rotate(id: string, base_url: string): Promise<WorkflowDto> {
    return this.changed(await this.workflows.replaceId(id), base_url);
  }

  /** The method of the switched-on webhook with this id and path; null if there is none. */
  async findActiveMethod(id: string, path: string): Promise<Workflow['method'] | null> {
    const given = digest(id);
    const known = (await this.known.get()).find((workflow) => workflow.path === path);
    return known !== undefined && timingSafeEqual(known.id_digest, given) && known.active
      ? known.method
      : null;
  }

  private changed(workflow: Workflow | null, base_url: string): WorkflowDto {
    this.known.expire();
    return toWorkflowDto(found(workflow), base_url);
  }

  private async loadKnown(): Promise<Known[]> {
    const workflows = await this.workflows.listWorkflows();
    return workflows.map(({ id, path, method, active }) => ({ id_digest: digest(id), path, method, active }));
  }
}

function found(workflow: Workflow | null): Workflow {
  if (workflow === null) throw new AppError('not_found', 'No workflow has this id.');
  return workflow;
}

function digest(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}
