import type { EntityManager } from 'typeorm';
import { AssistantAccount } from './assistant-account.entity';

/** An account with its session, locked until the transaction ends. */
export function lockAccount(transaction: EntityManager, id: string): Promise<AssistantAccount | null> {
  return transaction
    .createQueryBuilder(AssistantAccount, 'account')
    .addSelect('account.session_data')
    .where({ id })
    .setLock('pessimistic_write')
    .getOne();
}
