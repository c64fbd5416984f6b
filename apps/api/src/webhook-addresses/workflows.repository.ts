import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { Repository } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import { Workflow } from './workflow.entity';

@Injectable()
export class WorkflowsRepository {
  constructor(@InjectRepository(Workflow) private readonly workflows: Repository<Workflow>) {}

  /** All five, in the order in which an assistant uses them. */
  listWorkflows(): Promise<Workflow[]> {
    return this.workflows.find({ order: { path: 'ASC' } });
  }

  findWorkflow(id: string): Promise<Workflow | null> {
    return this.workflows.findOneBy({ id });
  }

  /** @returns the changed row, or null if the id is not known */
  setActive(id: string, active: boolean, event: AuditEvent): Promise<Workflow | null> {
    return this.change(id, { active }, event);
  }

  /** Gives a webhook a new id, which invalidates its old URL. */
  replaceId(id: string, event: AuditEvent): Promise<Workflow | null> {
    return this.change(id, { id: randomUUID() }, event);
  }

  private change(
    id: string,
    change: Partial<Pick<Workflow, 'id' | 'active'>>,
    event: AuditEvent,
  ): Promise<Workflow | null> {
    return this.workflows.manager.transaction(async (transaction) => {
      const changed = await transaction
        .createQueryBuilder()
        .update(Workflow)
        .set({ ...change, updated_at: () => 'now()' })
        .where('id = :known_id', { known_id: id })
        .returning('*')
        .execute();
      const [workflow] = changed.raw as Workflow[];
      if (workflow === undefined) return null;
      await transaction.insert(AuditEvent, event);
      return workflow;
    });
  }
}
