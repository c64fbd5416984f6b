import type { EntityManager } from 'typeorm';
import type { AccountTool } from '@groupless/shared-dto';
import { AssistantAccount } from './assistant-account.entity';

/** Of which tool an account is as long as nobody has told. */
const UNTOLD: AccountTool = 'claude_code';

/** The tool of an account in SQL, as the index of the active ones has it. */
export const TOOL = `coalesce(account.tool, '${UNTOLD}')`;

/** The active account of a tool, locked until the transaction ends. */
export function lockActive(
  transaction: EntityManager,
  tool: AccountTool | null,
): Promise<AssistantAccount | null> {
  return transaction
    .createQueryBuilder(AssistantAccount, 'account')
    .where('account.is_active')
    .andWhere(`${TOOL} = :tool`, { tool: tool ?? UNTOLD })
    .setLock('pessimistic_write')
    .getOne();
}
