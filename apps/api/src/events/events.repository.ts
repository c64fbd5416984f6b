import { Injectable } from '@nestjs/common';
import { PanelStatements } from '../database/database.module';
import type { Transaction } from '../database/transaction';

/** The PostgreSQL channel (LISTEN/NOTIFY) of the replicas. */
const CHANNEL = 'groupless_events';
export const LISTEN = `listen ${CHANNEL}`;

const NOTIFY = {
  name: 'notify_events',
  text: `select pg_notify('${CHANNEL}', m) from unnest($1::text[]) m`,
};

@Injectable()
export class EventsRepository {
  constructor(private readonly panel: PanelStatements) {}

  /** @param messages each of less than 8,000 bytes */
  async notify(messages: readonly string[]): Promise<void> {
    await this.panel.run(NOTIFY, [messages]);
  }

  /** Notifies with the commit of a transaction. */
  async notifyIn(transaction: Transaction, messages: readonly string[]): Promise<void> {
    await transaction.query(NOTIFY.text, [messages]);
  }
}
