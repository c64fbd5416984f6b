import type { QueryRunner } from 'typeorm';
import { Step } from '../step';
import { newId } from '../../../shared/new-id';
import { ACCESS } from './create-panel/access';
import { APPOINTMENTS } from './create-panel/appointments';
import { ASSISTANT_ACCOUNTS } from './create-panel/assistant-accounts';
import { CLIENT_MERGES } from './create-panel/client-merges';
import { CLIENT_WORDS } from './create-panel/client-words';
import { CLIENTS } from './create-panel/clients';
import { CONVERSATIONS } from './create-panel/conversations';
import { COUNTS } from './create-panel/counts';
import { HOOKS } from './create-panel/hooks';
import { SAVED_REPLIES } from './create-panel/saved-replies';
import { USERS } from './create-panel/users';
import { WORKFLOWS } from './create-panel/workflows';

const UP = [
  USERS,
  ACCESS,
  WORKFLOWS,
  CLIENTS,
  CLIENT_WORDS,
  CLIENT_MERGES,
  APPOINTMENTS,
  CONVERSATIONS,
  SAVED_REPLIES,
  COUNTS,
  ASSISTANT_ACCOUNTS,
  HOOKS,
];

const FIRST_ACCOUNTS = [
  { name: 'Team 1', type: 'teams', is_active: true },
  { name: 'Team 2', type: 'teams', is_active: false },
  { name: 'Pro', type: 'pro', is_active: false },
];

/** The panel's database as version 1.0.0 has it. */
export class CreatePanel1795390000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of UP) await runner.query(statements);
    const now = Date.now();
    for (const [index, { name, type, is_active }] of FIRST_ACCOUNTS.entries())
      await runner.query(
        'insert into assistant_accounts (id, name, type, is_active) values ($1, $2, $3, $4)',
        [newId(new Date(now + index)), name, type, is_active],
      );
  }
}
