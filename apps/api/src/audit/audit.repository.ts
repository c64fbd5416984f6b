import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, Repository } from 'typeorm';
import { AuditEvent } from './audit-event.entity';

/** Entries that one statement removes. */
const PART = 5_000;

@Injectable()
export class AuditRepository {
  constructor(@InjectRepository(AuditEvent) private readonly events: Repository<AuditEvent>) {}

  async insertEvent(event: AuditEvent): Promise<void> {
    await this.events.insert(event);
  }

  /** Removes older entries, a part at a time. The database lets nobody remove those of the last thirty days. */
  async removeBefore(before: Date): Promise<void> {
    while ((await this.removePart(before)) === PART);
  }

  private removePart(before: Date): Promise<number> {
    return this.events.manager.transaction(async (transaction) => {
      await transaction.query(`select set_config('groupless.audit_retention', 'on', true)`);
      const old = await transaction.find(AuditEvent, {
        select: { id: true },
        where: { at: LessThan(before) },
        order: { at: 'ASC' },
        take: PART,
      });
      if (old.length > 0) await transaction.delete(AuditEvent, { id: In(old.map(({ id }) => id)) });
      return old.length;
    });
  }
}
