import type { EntityManager } from 'typeorm';
import { toolOfAccount, type AccountTool } from '@groupless/shared-dto';
import { AssistantAccount } from './assistant-account.entity';

/** Taken before the row of an account is locked, by whatever may change which one of a tool is active. */

/** `toolOfAccount()` in SQL, as the index of the active ones has it. */
export const TOOL = `coalesce(account.tool, '${toolOfAccount({ tool: null })}')`;

/** The active account of a tool, locked until the transaction ends. */
export function lockActive(
  transaction: EntityManager,
  tool: AccountTool | null,
): Promise<AssistantAccount | null> {
  return transaction
    .createQueryBuilder(AssistantAccount, 'account')
    .where('account.is_active')
    .andWhere(`${TOOL} = :tool`, { tool: toolOfAccount({ tool }) })
    .setLock('pessimistic_write')
    .getOne();
}

/** Whether another account than this one is the active one of a tool. */
export async function isAnotherActive(
  transaction: EntityManager,
  tool: AccountTool | null,
  id: string,
): Promise<boolean> {
  const active = await lockActive(transaction, tool);
  return active !== null && active.id !== id;
}
