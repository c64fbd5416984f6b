import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { removeInParts, removePartBefore } from '../database/statements/remove-in-parts';
import { Retention } from '../shared/retention';
import { AuditEvent } from './audit-event.entity';

/** Lets this transaction remove entries, and says which are old enough. */
const ALLOW = `
  select set_config('groupless.audit_retention', 'on', true), now() - interval '31 days' as before`;

@Injectable()
export class AuditRepository {
  constructor(@InjectRepository(AuditEvent) private readonly events: Repository<AuditEvent>) {}

  async insertEvent(event: AuditEvent): Promise<void> {
    await this.events.insert(event);
  }

  /** A trigger refuses to remove entries of the last 30 days by the database's clock, which this server's may be ahead of. */
  @Retention({
    what: 'audit',
    days: ({ audit_retention_days: days }) => (days === 0 ? 0 : Math.max(days, 31)),
  })
  removeBefore(before: Date): Promise<void> {
    return removeInParts(() =>
      this.events.manager.transaction(async (transaction) => {
        const [allowed] = await transaction.query<{ before: Date }[]>(ALLOW);
        const until = allowed !== undefined && allowed.before < before ? allowed.before : before;
        return removePartBefore(transaction.withRepository(this.events), ['id', 'at'], until);
      }),
    );
  }
}
