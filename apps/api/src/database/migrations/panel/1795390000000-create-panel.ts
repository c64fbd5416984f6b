import type { MigrationInterface, QueryRunner } from 'typeorm';
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
export class CreatePanel1795390000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of UP) await runner.query(statements);
    const now = Date.now();
    for (const [index, { name, type, is_active }] of FIRST_ACCOUNTS.entries())
      await runner.query(
        'insert into assistant_accounts (id, name, type, is_active) values ($1, $2, $3, $4)',
        [newId(new Date(now + index)), name, type, is_active],
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

// The extensions stay: they may have been here before, and others may use them.
const DOWN = `
  drop table hook_outbox, hook_events, hook_deliveries, hooks, assistant_account_sessions, assistant_accounts,
    row_counts, agent_sightings, saved_replies, conversation_notes, conversations, chat_agent_settings,
    appointment_events, appointments, client_words, client_merges, clients, workflow_hours, workflow_executions,
    workflows, audit_events, credentials_key_checks, api_keys, rate_limits, calendar_tokens, user_invites,
    recovery_codes, refresh_tokens, auth_sessions, users;
  drop sequence assistant_session_versions;
  drop function hook_enqueue, count_open_conversations, count_clients, add_to_count, conversation_keys,
    client_words_delete, client_words_update, client_words_insert, lock_client_contacts, clients_with, client_keys,
    short_grams, sort_name, refuse_removal, refuse_change, end_access_of_user;
`;
