import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { countBefore } from '../database/statements/count-before';
import { removeInParts, removePartBefore } from '../database/statements/remove-in-parts';
import { CountsRetained, Retention, type RetentionCount } from '../shared/retention';
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
    what: 'audit_events',
    days: ({ audit_retention_days: days }) => (days === 0 ? 0 : Math.max(days, 31)),
  })
  removeBefore(before: Date): Promise<number> {
    return removeInParts(() =>
      this.events.manager.transaction(async (transaction) => {
        const [allowed] = await transaction.query<{ before: Date }[]>(ALLOW);
        const until = allowed !== undefined && allowed.before < before ? allowed.before : before;
        return removePartBefore(transaction.withRepository(this.events), ['id', 'at'], until);
      }),
    );
  }

  @CountsRetained('audit_events')
  countBefore(before: Date, most: number): Promise<RetentionCount> {
    return countBefore(this.events, 'at', before, most);
  }
}
