import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { Repository } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import { WebhookAddress } from './webhook-address.entity';

@Injectable()
export class WebhookAddressesRepository {
  constructor(@InjectRepository(WebhookAddress) private readonly addresses: Repository<WebhookAddress>) {}

  /** All five, in the order in which an assistant uses them. */
  listAddresses(): Promise<WebhookAddress[]> {
    return this.addresses.find({ order: { path: 'ASC' } });
  }

  findAddress(id: string): Promise<WebhookAddress | null> {
    return this.addresses.findOneBy({ id });
  }

  /** @returns the changed row, or null if the id is not known */
  setActive(id: string, active: boolean, event: AuditEvent): Promise<WebhookAddress | null> {
    return this.change(id, { active }, event);
  }

  /** Gives a webhook a new id, which invalidates its old URL. */
  replaceId(id: string, event: AuditEvent): Promise<WebhookAddress | null> {
    return this.change(id, { id: randomUUID() }, event);
  }

  private change(
    id: string,
    change: Partial<Pick<WebhookAddress, 'id' | 'active'>>,
    event: AuditEvent,
  ): Promise<WebhookAddress | null> {
    return this.addresses.manager.transaction(async (transaction) => {
      const changed = await transaction
        .createQueryBuilder()
        .update(WebhookAddress)
        .set({ ...change, updated_at: () => 'now()' })
        .where('id = :known_id', { known_id: id })
        .returning('*')
        .execute();
      const [address] = changed.raw as WebhookAddress[];
      if (address === undefined) return null;
      await transaction.insert(AuditEvent, event);
      return address;
    });
  }
}
