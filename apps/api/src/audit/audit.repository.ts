import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { removeInParts, removePartBefore } from '../database/statements/remove-in-parts';
import { AuditEvent } from './audit-event.entity';

@Injectable()
export class AuditRepository {
  constructor(@InjectRepository(AuditEvent) private readonly events: Repository<AuditEvent>) {}

  async insertEvent(event: AuditEvent): Promise<void> {
    await this.events.insert(event);
  }

  /** A trigger refuses to remove entries of the last 30 days. */
  removeBefore(before: Date): Promise<void> {
    return removeInParts(() =>
      this.events.manager.transaction(async (transaction) => {
        await transaction.query(`select set_config('groupless.audit_retention', 'on', true)`);
        return removePartBefore(transaction.withRepository(this.events), ['id', 'at'], before);
      }),
    );
  }
}
